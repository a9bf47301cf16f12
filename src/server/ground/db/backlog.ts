import { sql } from 'kysely'
import { NOT_MISSED } from './messages'
import type { Queries } from './transaction'

/** Emails that are due or being sent, those of them that failed before, and when the oldest was queued. */
export type MailBacklog = { waiting: number; failed_before: number; oldest: string | null }

/** The emails that are not sent yet; the index of due emails holds no others. */
export const findMailBacklog = async (queries: Queries): Promise<MailBacklog> => {
  const { rows } = await sql<MailBacklog>`
    select count(*) as waiting,
      count(*) filter (where attempts > 1 or (attempts = 1 and state = 'queued')) as failed_before,
      min(queued_at) as oldest
    from messages where state in ('queued', 'sending')`.execute(queries)
  return rows[0] ?? { waiting: 0, failed_before: 0, oldest: null }
}

/** The last scheduled time of each job for which it was done. */
export const findJobsDone = async (queries: Queries): Promise<ReadonlyMap<string, string>> => {
  const rows = await queries
    .selectFrom('jobs')
    .select(['name', 'done_for'])
    .where('done_for', 'is not', null)
    .$narrowType<{ done_for: string }>()
    .execute()
  return new Map(rows.map(({ name, done_for }) => [name, done_for]))
}

/**
 * The number of emails queued since then that are not tried any more. Emails that were withdrawn do not count, nor do emails to
 * people who may no longer receive them.
 */
export const countAbandonedEmails = async (queries: Queries, since: string): Promise<number> => {
  const { count } = await queries
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'failed')
    .where('attempts', '>', 0)
    .where((row) => row.or([row('error', 'is', null), row('error', 'not in', NOT_MISSED)]))
    .where('queued_at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}
