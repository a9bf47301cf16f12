import type { CheckCounts } from '../../ground/db/job-claims'
import type { ServerContext } from '../../use-cases/call/server-context'

/** An automatic task of the service at certain hours, in one of its processes. */
export type Job = {
  /** Its name in the database; must never change. */
  name: string
  /** Its times, as minute, hour, day of month, month and day of week in UTC. */
  hours: string
  /**
   * Continues the work where the last run stopped, since a run may be interrupted anywhere. Between pieces it checks
   * `portal.is_stopping`, which is also set when another process has claimed the job. After a throw it is tried again.
   * A check returns its finding.
   */
  run: (context: ServerContext) => Promise<CheckCounts | void>
}
