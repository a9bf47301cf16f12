import type { CheckCounts } from '../../ground/db/job-claims'
import type { ServerContext } from '../../use-cases/call/server-context'

/** A task that the service performs by itself at certain hours, in one of its processes. */
export type Job = {
  /** Its name in the database; must never change. */
  name: string
  /** When, as minute, hour, day of month, month and day of week in UTC. */
  hours: string
  /**
   * Does the work from wherever the last run stopped, since a run may be interrupted anywhere. Between pieces it checks
   * `portal.is_stopping`, which is also set when another process has taken the job over. After a throw it is tried again.
   * A check answers what it found.
   */
  run: (context: ServerContext) => Promise<CheckCounts | void>
}
