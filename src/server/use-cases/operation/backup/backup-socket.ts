import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/*
 * The embedded database is open in one process. While that is the server, `npm run backup` reads the backup from a socket in
 * DATA_DIR, which only the server's user can open. Each connection gets one backup; nothing is read from it.
 */

const NAME = 'backup.sock'

/** Longest path of a socket on every system (sun_path). */
const LONGEST_PATH = 103

export const socketPath = (dataDir: string): string => join(dataDir, NAME)

/** Answers every connection with a backup while the process lives. Rejects where the socket cannot be made. */
export const serveBackups = async (path: string, make: () => Promise<Buffer>): Promise<void> => {
  if (path.length > LONGEST_PATH)
    throw new Error(`The path ${path} is too long for a socket: choose a shorter DATA_DIR`)
  // This process holds the folder's lock, so an existing socket belongs to a process that was killed.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    // The client has hung up and needs no backup any more.
    socket.on('error', () => socket.destroy())
    // An aborted backup has no end line, by which the client notices.
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
