import type { Endpoint, ReceivedAnswer } from '#contract/endpoint'
import type { StoredFieldsOf } from '#contract/stored-answers'
import { CallFailed } from './failure'

/** An answer of the server. `requestedAt` is in milliseconds since the epoch by this device's clock: it may lack anything done later. */
export type FromServer<Answer> = { source: 'server'; requestedAt: number; answer: Answer }

/** The stored fields of an answer that the server gave at `savedAt`, in milliseconds since the epoch. */
export type FromDevice<Stored> = { source: 'device'; savedAt: number; answer: Stored }

/** The best answer there is (decision 0070). The compiler lets no screen take the stored fields for the whole answer. */
export type AnswerAtHand<Answer, Stored> = FromServer<Answer> | FromDevice<Stored>

/** The result of a call: the answer, or the best one at hand where a device stores some of its fields. */
export type Received<E extends Endpoint> = [StoredFieldsOf<E>] extends [never]
  ? ReceivedAnswer<E>
  : AnswerAtHand<ReceivedAnswer<E>, StoredFieldsOf<E>>

export const fromServer = <Answer>(answer: Answer, requestedAt = Date.now()): FromServer<Answer> => ({
  source: 'server',
  requestedAt,
  answer,
})

export const fromDevice = <Stored>(answer: Stored, savedAt: number): FromDevice<Stored> => ({
  source: 'device',
  savedAt,
  answer,
})

/** When the answer was requested, in milliseconds since the epoch by this device's clock. */
export const asOf = (atHand: AnswerAtHand<unknown, unknown>): number =>
  atHand.source === 'device' ? atHand.savedAt : atHand.requestedAt

/** Whether the data of a query names its source. */
export const isAtHand = (data: unknown): data is AnswerAtHand<unknown, unknown> =>
  typeof data === 'object' &&
  data !== null &&
  'source' in data &&
  'answer' in data &&
  (data.source === 'server' ? 'requestedAt' in data : data.source === 'device' && 'savedAt' in data)

/** One error object for every query: a new one at each rendering would render without end. */
const UNANSWERED = new CallFailed({
  kind: 'unanswered',
  request: { method: 'GET', path: '', at: new Date(0).toISOString(), request_id: null },
})

/** For the `select` of a query whose screen needs the whole answer, which a device does not store. */
export const answerOfServer = <Answer>(atHand: AnswerAtHand<Answer, unknown>): Answer => {
  if (atHand.source === 'device') throw UNANSWERED
  return atHand.answer
}

/**
 * An answer beside the previous one. A stored one never replaces the server's: the missing server is then a failure.
 */
export const unlessStoredOverServers = <Answer>(answer: Answer, before: unknown): Answer => {
  const isStored = isAtHand(answer) && answer.source === 'device'
  if (isStored && isAtHand(before) && before.source === 'server') throw UNANSWERED
  return answer
}
