import type { ClockDifference } from '../../ground/db/clock-difference'
import { CLOCK_TOLERANCE_MS, clockDifference } from '../../ground/db/clock-difference'
import type { ServerContext } from '../../use-cases/call/server-context'

/** Whether a process may do now what is done once for the whole service by its own clock: jobs. */
export type MayWork = () => Promise<boolean>

/**
 * Whether the clock of this process agrees with the database's, which all processes share. Claims are good until an instant, so a process
 * that is ahead would take what another one is still doing. Logs each change.
 */
export const clockAgreement = (
  { database, now, log }: Pick<ServerContext, 'database' | 'now' | 'log'>,
  difference: ClockDifference = clockDifference({ database, now }),
): MayWork => {
  let agreed = true
  return async () => {
    const ahead_ms = await difference()
    const agrees = Math.abs(ahead_ms) <= CLOCK_TOLERANCE_MS
    if (agreed && !agrees) log.error({ ahead_ms }, 'no jobs: the clock differs from that of the database')
    if (!agreed && agrees) log.info('the clock agrees with that of the database again')
    agreed = agrees
    return agrees
  }
}
