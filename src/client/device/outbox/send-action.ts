import { isFinalRefusal } from '#contract/final-refusal'
import { storedRefusal, type StoredAction, type StoredRefusal } from '#contract/stored-action'
import type { Outcome } from '#domain/outcome'
import type { Sent } from '#offline/send-due'
import type { Call } from '../../api/create-call'
import { isWithheld, messageOf, refusalWords, statusOf, type Failure } from '../../api/failure'
import { sendCall } from './sendable-actions'

/**
 * Sends a stored action unchanged, under its id as the key, and reads the outcome from the answer. A refused action is never sent
 * again under this key, so no copy of it may take effect after the person has read its refusal.
 */
export const sendAction = async (call: Call, { id, call: stored }: StoredAction): Promise<Sent> => {
  if (stored === null) throw new Error(`the action ${id} is done, and nothing of it is left to send`)
  return sentOf(await sendCall(call, stored, { idempotency_key: id, refusal_is_final: true }))
}

const sentOf = (outcome: Outcome<unknown, Failure>): Sent => {
  if (outcome.ok) return { kind: 'accepted' }
  const failure = outcome.refusal
  const status = statusOf(failure)
  if (status === 401) return { kind: 'signed_out' }
  const code = failure.kind === 'refused' ? failure.problem.code : null
  if (status === null || !isFinalRefusal(status, code))
    return {
      kind: 'unanswered',
      words: unansweredWords(failure),
      retry_after_ms: retryAfter(failure),
      ...(failure.kind === 'firewall' && { isFirewall: true }),
    }
  return { kind: 'refused', ...refusalIn(failure), ...(isWithheld(failure) && { isWithheld: true }) }
}

/** With a firewall's support ID: without it the IT team cannot find what was blocked. */
const unansweredWords = (failure: Failure): string =>
  failure.kind === 'firewall' && failure.support_id !== null
    ? `${messageOf(failure)} (support ID ${failure.support_id})`
    : messageOf(failure)

/** The stored part of a refusal: the server's words, and the details by which a screen shows them at their fields. */
export const refusalIn = (failure: Failure): { words: string; refusal?: StoredRefusal } => {
  const words = refusalWords(failure)
  if (failure.kind !== 'refused') return { words }
  const { problem, retry_after_s } = failure
  const { code, fields, packs } = problem
  return { words, refusal: storedRefusal({ code, fields, packs, retry_after_s }) }
}

const retryAfter = (failure: Failure): number | null =>
  failure.kind === 'refused' && failure.retry_after_s !== undefined ? failure.retry_after_s * 1000 : null
