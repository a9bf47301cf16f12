import { ERRORS, type Refusal } from '#contract/errors'
import { isFinalRefusal } from '#contract/final-refusal'
import { accepted, type Outcome } from '#domain/outcome'
import { lockKey } from '../../ground/db/lock-order'
import { inTransaction } from '../../ground/db/transaction'
import type { RequestFacts } from './call'
import { closeKey, isCounterKey } from './idempotency-keys'
import type { ServerContext } from './server-context'

type Write = Pick<RequestFacts, 'idempotency_key' | 'now'> & { context: ServerContext; user_id: number }

/**
 * Runs a write whose caller never repeats it after a refusal. If it is refused, its key is closed before the answer is sent, so that a
 * copy which arrives later has no effect. If the key has an effect by then, or was closed, the write is run again and answers that
 * (src/decisions/0111-a-refusal-may-close-its-key.md).
 */
export const closingRefusedKey = async <Value>(
  { context, user_id, idempotency_key: key, now }: Write,
  run: () => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, Refusal>> => {
  const outcome = await run()
  if (outcome.ok || key === null || isCounterKey(key) || isClosed(outcome)) return outcome
  const { code } = outcome.refusal
  if (!isFinalRefusal(ERRORS[code].status, code)) return outcome
  const closed = await inTransaction(context.database, async (transaction) => {
    await lockKey(transaction, user_id, key)
    return accepted(await closeKey(transaction, { user_id, key, now }))
  })
  if (closed.ok && closed.value) return outcome
  const again = await run()
  // A copy was refused first. The reason of this one says more.
  return isClosed(again) ? outcome : again
}

const isClosed = <Value>(outcome: Outcome<Value, Refusal>): boolean =>
  !outcome.ok && outcome.refusal.code === 'idempotency_key_closed'
