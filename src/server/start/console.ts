import { randomBytes } from 'node:crypto'
import { pino } from 'pino'

/* The common parts of the commands on the server's console. */

/** Beside the command's own output: its settings may send the server's log elsewhere. */
export const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))

/** Prints why a command failed, and ends it with an error. */
export const refuse = (...lines: readonly string[]): void => {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exitCode = 1
}

export const freshBytes = (length: number) => new Uint8Array(randomBytes(length))
