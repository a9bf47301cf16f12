import { randomBytes } from 'node:crypto'
import { pino } from 'pino'

/* What the commands on the server's console have in common. */

/** Beside what a command says: the settings that it reads may send the server's log elsewhere. */
export const log = pino({ level: 'warn' }, pino.destination({ dest: 2, sync: true }))

/** Says why a command did not do it, and ends it so. */
export const refuse = (...lines: readonly string[]): void => {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exitCode = 1
}

export const freshBytes = (length: number) => new Uint8Array(randomBytes(length))
