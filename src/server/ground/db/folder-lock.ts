import { spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

export type FolderLock = { release: () => void }

/** The file descriptor at which a command below finds the open lock file. */
const DESCRIPTOR = 3

/**
 * Node has no flock(2), but a lock belongs to the open file that a command inherits: the command takes the lock and ends, this
 * process keeps it, and the kernel frees it however the process ends. `flock` comes with Linux, perl with macOS.
 */
const COMMANDS: readonly (readonly [command: string, ...parameters: string[]])[] = [
  ['flock', '-n', String(DESCRIPTOR)],
  [
    'perl',
    '-MFcntl=:flock',
    '-e',
    `open(F, "+<&=", ${DESCRIPTOR}) or die $!; exit(flock(F, LOCK_EX | LOCK_NB) ? 0 : 1)`,
  ],
]

const LOCKED = 0
const LOCKED_BY_ANOTHER = 1

/**
 * Gives this process the exclusive use of a folder, by a lock on the file `<folder>.lock` beside it. Throws one sentence that
 * names the folder where another process has the lock, also in another container, or where it cannot be locked.
 */
export const lockFolder = (folder: string): FolderLock => {
  const file = `${folder}.lock`
  const descriptor = openSync(file, 'a+')
  try {
    acquireLock(folder, file, descriptor)
    ftruncateSync(descriptor)
    writeSync(descriptor, String(process.pid))
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  return { release: () => closeSync(descriptor) }
}

const acquireLock = (folder: string, file: string, descriptor: number): void => {
  for (const [command, ...parameters] of COMMANDS) {
    const run = spawnSync(command, parameters, { stdio: ['ignore', 'ignore', 'pipe', descriptor], encoding: 'utf8' })
    if (run.status === LOCKED) return
    if (run.status === LOCKED_BY_ANOTHER) throw new Error(lockedSentence(folder, readFileSync(file, 'utf8')))
    if (run.error === undefined) throw new Error(`The folder ${folder} cannot be locked: ${run.stderr.trim()}`)
  }
  throw new Error(`The folder ${folder} cannot be locked: install flock (util-linux) or perl, or set DATABASE_URL`)
}

const lockedSentence = (folder: string, holder: string): string =>
  `The database in ${folder} is open in another process (${holder}): stop that one first, or choose another DATA_DIR`
