import { earlierByMs } from '../../ground/time/clock'
import { ERRORS, refusal, type Refusal } from '#contract/errors'
import { dispenseStudyPacks as endpoint } from '#contract/study-packs'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { permitsAction } from '#domain/study-packs/study-pack-actions'
import { timingSafeEqual } from 'node:crypto'
import { findCodeTries, insertCodeTry } from '../../ground/db/study-pack-code-tries'
import { findPackRules, lockStudyPacks } from '../../ground/db/study-packs'
import { inTransaction, type Transaction } from '../../ground/db/transaction'
import type { ParsedCall } from '../call/call'
import { authorise } from '../call/authorise'
import { packIdsOf } from './perform-on-study-packs'

/** How many wrong codes are accepted for a pack within an hour. */
const MAX_WRONG_CODES = 5
const HOUR_MS = 60 * 60 * 1000

export const WRONG_CODE: Refusal = refusal('wrong_confirmation_code', {
  fields: { confirmation_code: ERRORS.wrong_confirmation_code.message },
})

/** Whether the digits are those of a pack, in a time that does not reveal how many are right. */
export const isCodeOf = (code: string, entered: string): boolean =>
  code.length === entered.length && timingSafeEqual(Buffer.from(code), Buffer.from(entered))

/**
 * Checks the confirmation code of a call, under the pack's lock and in a transaction of its own, so that a wrong one is
 * counted whatever the outcome of the call. Refuses a wrong code, and any code once five were wrong within an hour. A
 * repeat of the same request is not counted again. Other refusals of the call are judged elsewhere.
 */
export const tryConfirmationCode = async (call: ParsedCall<typeof endpoint>): Promise<Outcome<null, Refusal>> => {
  const tried = await inTransaction<Refusal | null, never>(call.context.database, async (transaction) =>
    accepted(await verdictOn(call, transaction)),
  )
  return tried.ok && tried.value ? refused(tried.value) : accepted(null)
}

const verdictOn = async (call: ParsedCall<typeof endpoint>, transaction: Transaction): Promise<Refusal | null> => {
  const { confirmation_code: entered } = call.body
  const expected = entered === null ? null : await expectedCode(call, transaction)
  if (entered === null || expected === null) return null
  const now = call.context.now()
  const attempt = {
    study_pack_id: expected.id,
    user_id: call.actor.user_id,
    idempotency_key: call.idempotency_key,
    request_hash: call.request_hash,
  }
  const { wrong, is_repeated } = await findCodeTries(transaction, attempt, since(now))
  if (is_repeated) return WRONG_CODE
  const oldest = wrong.at(-MAX_WRONG_CODES)
  if (oldest !== undefined) {
    const wait = Date.parse(oldest) + HOUR_MS - Date.parse(now)
    return refusal('too_many_codes', { retry_after: Math.max(1, Math.ceil(wait / 1000)) })
  }
  if (isCodeOf(expected.code, entered)) return null
  await insertCodeTry(transaction, { ...attempt, tried_at: now })
  return WRONG_CODE
}

const since = (now: string): string => earlierByMs(now, HOUR_MS)

/** The pack of the code, with the code, or null where the call is refused or needs none anyway. */
const expectedCode = async (
  call: ParsedCall<typeof endpoint>,
  transaction: Transaction,
): Promise<{ id: number; code: string } | null> => {
  const view = await authorise(transaction, endpoint, call)
  const trial = view.ok ? await findPackRules(transaction, call.parameters.trial_id) : undefined
  const [id, ...others] = packIdsOf(call.body)
  if (!view.ok || !trial?.is_confirmable || id === undefined || others.length > 0) return null
  const [pack] = await lockStudyPacks(transaction, trial, view.value.sites, [id])
  if (!pack || pack.confirmation_code === null || !permitsAction(pack.study_pack_status_id, 'dispense')) return null
  return { id, code: pack.confirmation_code }
}
