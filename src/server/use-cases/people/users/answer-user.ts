import { refusal, type Refusal } from '#contract/errors'
import type { User } from '#contract/users'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Queries } from '../../../ground/db/transaction'
import { findUsers } from '../../../ground/db/users'
import type { ChangedRows } from '../../../ground/db/idempotency-keys'
import type { Actor } from '../../call/call'
import { showUsers } from './show-users'

/** The user that a write changed, for a caller who may still see them. */
export const answerUser = async (
  { actor, now }: { actor: Actor; now: string },
  queries: Queries,
  { users = [] }: ChangedRows,
): Promise<Outcome<User, Refusal>> => {
  const [user] = await showUsers(queries, await findUsers(queries, users), { actor, now })
  return user ? accepted(user) : refused(refusal('not_found'))
}
