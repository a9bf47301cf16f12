import { flagParticipant } from '#contract/participants'
import { dispenseStudyPacks } from '#contract/study-packs'
import type { StoredAction } from '#contract/stored-action'
import type { Outcome } from '#domain/outcome'
import type { Sent } from '#offline/send-due'
import type { Call } from '../api/create-call'
import { isAnswerLost, messageOf, statusOf, type Failure } from '../api/failure'

/** Sends a stored action as it stands, under its id as the key, and reads what the answer says of it. */
export const sendAction = async (call: Call, { id, call: stored }: StoredAction): Promise<Sent> => {
  if (stored === null) throw new Error(`the action ${id} is done, and nothing of it is left to send`)
  const key = { idempotency_key: id }
  switch (stored.kind) {
    case 'flag':
      return sentOf(await call(flagParticipant, { parameters: stored.parameters, body: stored.body }, key))
    case 'dispense':
      return sentOf(await call(dispenseStudyPacks, { parameters: stored.parameters, body: stored.body }, key))
  }
}

const sentOf = (outcome: Outcome<unknown, Failure>): Sent => {
  if (outcome.ok) return { kind: 'accepted' }
  const failure = outcome.refusal
  const status = statusOf(failure)
  if (status === 401) return { kind: 'signed_out' }
  if (status === 429 || isAnswerLost(failure))
    return { kind: 'unanswered', words: messageOf(failure), retry_after_ms: retryAfter(failure) }
  return { kind: 'refused', words: wordsOf(failure) }
}

const retryAfter = (failure: Failure): number | null =>
  failure.kind === 'refused' && failure.retry_after_s !== undefined ? failure.retry_after_s * 1000 : null

/** The server's words: of the fields that it found at fault, where it named any. */
const wordsOf = (failure: Failure): string => {
  const fields = failure.kind === 'refused' ? Object.values(failure.problem.fields ?? {}) : []
  return fields.length > 0 ? [...new Set(fields)].join('. ') : messageOf(failure)
}
