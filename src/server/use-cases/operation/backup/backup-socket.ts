import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/*
 * The embedded database is open in one process. While that is the server, `npm run backup` reads the backup from a socket in
 * DATA_DIR, which only the server's user can open. Each connection gets one backup; the command says on it when
 * the backup is stored, since it cannot write to the database itself.
 */

const NAME = 'backup.sock'

/** What the command sends once it has read back and stored the backup. */
const STORED = 'stored\n'

/** Longest path of a socket on every system (sun_path). */
const LONGEST_PATH = 103

export const socketPath = (dataDir: string): string => join(dataDir, NAME)

/** A backup in the server's memory, and the moment whose rows it has. */
type MadeBackup = { bytes: Buffer; made_at: string }

/**
 * Answers every connection with a backup while the process lives, and hands on the moment of each that its command has stored. Rejects
 * where the socket cannot be made.
 */
export const serveBackups = async (
  path: string,
  make: () => Promise<MadeBackup>,
  onStored: (made_at: string) => void,
): Promise<void> => {
  if (path.length > LONGEST_PATH)
    throw new Error(`The path ${path} is too long for a socket: choose a shorter DATA_DIR`)
  // This process holds the folder's lock, so an existing socket belongs to a process that was killed.
  rmSync(path, { force: true })
  // Half open: the command answers after it has received the end of the backup.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // The client has hung up and needs no backup any more.
    socket.on('error', () => socket.destroy())
    const answer = make()
    socket.on('data', (data) => {
      if (data.toString() === STORED)
        answer.then(
          ({ made_at }) => onStored(made_at),
          () => {},
        )
    })
    // An aborted backup has no end line, by which the client notices.
    answer.then(
      ({ bytes }) => socket.end(bytes),
      () => socket.destroy(),
    )
  })
  server.listen(path)
  await once(server, 'listening')
  chmodSync(path, 0o600)
}

/** A backup as the server sends it. `confirm` tells the server that it is stored. */
type SentBackup = { bytes: Readable; confirm: () => Promise<void> }

/** The backup of the process that has the folder's database open; null where there is none. */
export const backupOfServer = async (path: string): Promise<SentBackup | null> => {
  const socket = connect({ path, allowHalfOpen: true })
  try {
    await once(socket, 'connect')
  } catch {
    return null
  }
  return {
    bytes: socket,
    confirm: async () => {
      // A server that has stopped meanwhile records nothing.
      socket.on('error', () => {})
      if (socket.destroyed) return
      socket.end(STORED)
      await once(socket, 'close')
    },
  }
}
