import { readDatabaseTime } from './database-time'
import type { OpenDatabase } from './open-database'

/**
 * How far a process's clock may be from the database's, in milliseconds. Two processes are then at most twice as far apart, so a claim of
 * half a minute that is renewed every ten seconds keeps the other one off.
 */
export const CLOCK_TOLERANCE_MS = 5_000

/** By how many milliseconds this process's clock is ahead of the database's; negative where it is behind. */
export type ClockDifference = () => Promise<number>

/** What the statement took is no difference. */
export const clockDifference = ({ database, now }: { database: OpenDatabase; now: () => string }): ClockDifference => {
  // The embedded database is in this process, and has its clock.
  if (database.kind === 'embedded') return async () => 0
  return async () => {
    const before = Date.parse(now())
    const there = Date.parse(await readDatabaseTime(database.queries))
    const after = Date.parse(now())
    if (before > there) return before - there
    return after < there ? after - there : 0
  }
}
