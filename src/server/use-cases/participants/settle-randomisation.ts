import { refusal, type Refusal } from '#contract/errors'
import type { RandomisationOutcome, settleRandomisation as endpoint } from '#contract/participants'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { findKey } from '../../ground/db/idempotency-keys'
import { lockKey } from '../../ground/db/lock-order'
import { findParticipants } from '../../ground/db/participants'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import type { Call, ReadHandler } from '../call/call'
import { closeKey } from '../call/idempotency-keys'
import { shownAllocations } from './show-participant'

/**
 * Returns the outcome of a key once no request with it is running, and closes an unused key so that a late request has no effect
 * (src/specification/repetition.md#asking-for-the-outcome-of-a-randomisation).
 */
export const settleRandomisation: ReadHandler<typeof endpoint> = async (call) =>
  inTransaction(call.context.database, async (transaction) => settle(transaction, call))

const NOTHING_HAPPENED: RandomisationOutcome = { outcome: 'nothing_happened' }

const settle = async (
  transaction: Transaction,
  { actor, view, parameters, body, now }: Call<typeof endpoint>,
): Promise<Outcome<RandomisationOutcome, Refusal>> => {
  const { user_id } = actor
  const key = body.idempotency_key
  await lockKey(transaction, user_id, key)
  if (await closeKey(transaction, { user_id, key, now })) return accepted(NOTHING_HAPPENED)
  const stored = await findKey(transaction, user_id, key)
  if (stored.status === null) return accepted(NOTHING_HAPPENED)
  const ids = stored.rows['participants']
  if (!ids) return refused(refusal('idempotency_key_reused'))
  const rows = await findParticipants(transaction, parameters.trial_id, view.sites, ids)
  if (rows.length === 0) return refused(refusal('not_found'))
  return accepted({ outcome: 'randomised', data: rows.flatMap((row) => shownAllocations(row, view)) })
}
