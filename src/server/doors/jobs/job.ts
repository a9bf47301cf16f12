import type { ServerContext } from '../../use-cases/call/server-context'

/** Something that the service does by itself at certain hours, in one process among several. */
export type Job = {
  /** Under which the database knows it; never to be changed. */
  name: string
  /** When, as minute, hour, day of month, month and day of week in UTC. */
  hours: string
  /**
   * Does it, from wherever the last run left off: it may be broken off anywhere and be begun again. It looks at
   * `portal.is_stopping` between two pieces, which also says that another process has taken the job over. A throw has it
   * tried again.
   */
  run: (context: ServerContext) => Promise<void>
}
