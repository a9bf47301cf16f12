import type { Endpoint } from '#contract/endpoint'
import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { recordRows, type ChangedRows } from '../../ground/db/idempotency-keys'
import { lockKey } from '../../ground/db/lock-order'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import { earlierByMs } from '../../ground/time/clock'
import type { ParsedCall, WriteHandler } from './call'
import { authorise, authoriseAnswer } from './authorise'
import { needFreshSignIn, needSignInSinceOfflineUnlock } from './fresh-sign-in'
import { aheadOfKeyClock, claimKey, type ClaimedKey } from './idempotency-keys'

type Done<Answered> = { answer: Answered; replayed: boolean }

/**
 * Performs a write once for its key: the key, the effect and the ids of the changed rows are one transaction
 * (src/specification/repetition.md#keys). A repeat changes nothing and answers these rows as the person may see them now. A
 * refusal rolls everything back, so the key stays free. The call is authorised under the lock of the key, before it is
 * performed and before its answer is shown.
 */
export const performOnce = async <E extends Endpoint, Answered>(
  endpoint: E,
  userId: number,
  call: ParsedCall<E>,
  handler: WriteHandler<E, Answered>,
): Promise<Outcome<Done<Answered>, Refusal>> => {
  const { database } = call.context
  const claimed = await claimedKey(endpoint, userId, call)
  return database.trialConnections.run(trialOf(call), () =>
    inTransaction(database, perform(endpoint, claimed, call, withSignIn(endpoint, handler))),
  )
}

/**
 * Adds the need for a sign-in, after every other refusal, so that nobody signs in again in vain; the refusal rolls the effect
 * back. A repeat does not need one.
 */
const withSignIn = <E extends Endpoint, Answered>(
  endpoint: E,
  handler: WriteHandler<E, Answered>,
): WriteHandler<E, Answered> => ({
  ...handler,
  perform: async (call, transaction) => {
    const performed = await handler.perform(call, transaction)
    if (!performed.ok) return performed
    const proved = needSignInSinceOfflineUnlock(endpoint, call.actor)
    if (!proved.ok) return proved
    const isAlways = endpoint.asks_fresh_sign_in === 'always'
    const fresh = needFreshSignIn({ actor: call.actor ?? { proved_at: null }, now: call.now }, isAlways)
    return fresh.ok ? performed : fresh
  },
})

/** The trial in the address of a call, or null where there is none. */
const trialOf = ({ parameters }: { parameters: object }): number | null =>
  'trial_id' in parameters && typeof parameters.trial_id === 'number' ? parameters.trial_id : null

/** The key of a call; null where it has none. */
const claimedKey = async <E extends Endpoint>(
  { status }: E,
  user_id: number,
  { context, idempotency_key: key, request_hash, now }: ParsedCall<E>,
): Promise<ClaimedKey | null> =>
  key === null
    ? null
    : { user_id, key, request_hash, status, now: earlierByMs(now, await aheadOfKeyClock(context, key)) }

const perform =
  <E extends Endpoint, Answered>(
    endpoint: E,
    claimed: ClaimedKey | null,
    call: ParsedCall<E>,
    handler: WriteHandler<E, Answered>,
  ) =>
  async (transaction: Transaction): Promise<Outcome<Done<Answered>, Refusal>> => {
    if (claimed === null) return performAndAnswer(endpoint, call, handler, transaction)
    const { user_id, key } = claimed
    await lockKey(transaction, user_id, key)
    const claim = await claimKey(transaction, claimed)
    if (claim.state === 'closed') return refused(await refusalOfClosed(endpoint, call, handler, transaction))
    if (claim.state === 'used_otherwise') return refused(refusal('idempotency_key_reused'))
    if (claim.state === 'done') return answerWith(endpoint, call, handler, transaction, claim.rows, true)
    return performAndAnswer(endpoint, call, handler, transaction, (rows) => recordRows(transaction, user_id, key, rows))
  }

/**
 * The answer to a request whose key is closed. It is judged, and never takes effect: the answer with the first refusal may be lost, and
 * its reason tells the caller what to do.
 */
const refusalOfClosed = async <E extends Endpoint, Answered>(
  endpoint: E,
  call: ParsedCall<E>,
  handler: WriteHandler<E, Answered>,
  transaction: Transaction,
): Promise<Refusal> => {
  const performed = await performAuthorised(endpoint, call, handler, transaction)
  return performed.ok ? refusal('idempotency_key_closed') : performed.refusal
}

const performAndAnswer = async <E extends Endpoint, Answered>(
  endpoint: E,
  call: ParsedCall<E>,
  handler: WriteHandler<E, Answered>,
  transaction: Transaction,
  record?: (rows: ChangedRows) => Promise<void>,
): Promise<Outcome<Done<Answered>, Refusal>> => {
  const performed = await performAuthorised(endpoint, call, handler, transaction)
  if (!performed.ok) return performed
  await record?.(performed.value)
  return answerWith(endpoint, call, handler, transaction, performed.value, false)
}

/** Authorises and performs a write. */
export const performAuthorised = async <E extends Endpoint>(
  endpoint: E,
  call: ParsedCall<E>,
  { perform }: Pick<WriteHandler<E>, 'perform'>,
  transaction: Transaction,
): Promise<Outcome<ChangedRows, Refusal>> => {
  const view = await authorise(transaction, endpoint, call)
  return view.ok ? perform({ ...call, view: view.value }, transaction) : view
}

const answerWith = async <E extends Endpoint, Answered>(
  endpoint: E,
  call: ParsedCall<E>,
  handler: WriteHandler<E, Answered>,
  transaction: Transaction,
  rows: ChangedRows,
  replayed: boolean,
): Promise<Outcome<Done<Answered>, Refusal>> => {
  const view = await authoriseAnswer(transaction, endpoint, call)
  if (!view.ok) return view
  const answer = await handler.answer({ ...call, view: view.value }, transaction, rows)
  return answer.ok ? accepted({ answer: answer.value, replayed }) : answer
}
