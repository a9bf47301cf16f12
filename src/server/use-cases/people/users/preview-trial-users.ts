import type { previewTrialUsers as endpoint } from '#contract/trial-users'
import { accepted } from '#domain/outcome'
import { inTransaction } from '../../../ground/db/transaction'
import { findUsers } from '../../../ground/db/users'
import type { ReadHandler } from '../../call/call'
import { judgeList } from '../permissions/judge-entries'
import { isExpired } from './is-expired'

/**
 * The users of a list and the present faults of their permissions, for a caller who may import users of this trial and sees all
 * users of the service.
 */
export const previewTrialUsers: ReadHandler<typeof endpoint> = async (call) => {
  const { context, actor, body, now, request_id } = call
  const { queries } = context.database
  const people = await findUsers(queries, body.user_ids)
  const data = people.map((person) => {
    const { id, name, email, is_active } = person
    return { id, name, email, is_active, is_expired: isExpired(person, now) }
  })
  const judging = { actor, now, request_id }
  const rows = await inTransaction(context.database, (transaction) => judgeList(transaction, judging, body.permissions))
  return rows.ok ? accepted({ data, rows: rows.value }) : rows
}
