import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/*
 * The embedded database is open in one process. While that is the server, `npm run backup` asks it over a socket in DATA_DIR, which only
 * the user that runs the server can open. A connection is a backup: its bytes, and nothing is sent the other way.
 */

const NAME = 'backup.sock'

/** Longest path of a socket on every system (sun_path). */
const LONGEST_PATH = 103

export const socketPath = (dataDir: string): string => join(dataDir, NAME)

/** Answers every connection with a backup, as long as the process lives. Rejects where the socket cannot be made. */
export const serveBackups = async (path: string, make: () => Promise<Buffer>): Promise<void> => {
  if (path.length > LONGEST_PATH)
    throw new Error(`The path ${path} is too long for a socket: choose a shorter DATA_DIR`)
  // The folder's lock is held, so one that is still there belongs to a process that was killed.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    // Whoever hangs up wanted no backup any more.
    socket.on('error', () => socket.destroy())
    // What is broken off is no backup: its end is missing, and whoever asked finds that out.
    make().then(
      (bytes) => socket.end(bytes),
      () => socket.destroy(),
    )
  })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, 0o600)
}

/** The backup of the process that has the folder's database open; null where there is none. */
export const backupOfServer = async (path: string): Promise<Readable | null> => {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    return null
  }
}
