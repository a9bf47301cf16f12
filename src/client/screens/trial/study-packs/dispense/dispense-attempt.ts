import { isAnswerLost, isRefusedWith, type Failure } from '../../../../api/failure'

/**
 * The dispensing of one pack, under one key:
 * - `open`: what is asked is filled in; a refusal of an earlier press may stand beside it
 * - `sending`: pressed, and the answer is awaited
 * - `unsure`: the answer was lost; the same request under the same key tells what became of it, and cannot act twice
 * - `done`: recorded by the server
 */
export type DispenseAttempt =
  | { phase: 'open'; refusal: Failure | null; refused_at: number }
  | { phase: 'sending' }
  | { phase: 'unsure' }
  | { phase: 'done' }

export type DispenseEvent =
  { type: 'pressed' } | { type: 'answered' } | { type: 'failed'; failure: Failure; at: number }

export const attemptToDispense: DispenseAttempt = { phase: 'open', refusal: null, refused_at: 0 }

/** The attempt after an event; one that does not belong to its phase changes nothing. Times are milliseconds since the epoch. */
export const dispenseAttemptAfter = (attempt: DispenseAttempt, event: DispenseEvent): DispenseAttempt => {
  switch (event.type) {
    case 'pressed':
      return attempt.phase === 'open' || attempt.phase === 'unsure' ? { phase: 'sending' } : attempt
    case 'answered':
      return attempt.phase === 'sending' ? { phase: 'done' } : attempt
    case 'failed':
      if (attempt.phase !== 'sending') return attempt
      return isAnswerLost(event.failure)
        ? { phase: 'unsure' }
        : { phase: 'open', refusal: event.failure, refused_at: event.at }
  }
}

/** Whether leaving now would leave somebody guessing. */
export const isUnsettled = ({ phase }: DispenseAttempt): boolean => phase === 'sending' || phase === 'unsure'

/** Why the code was refused, for under its field; after too many wrong ones with the time from which it may be tried again. */
export const codeRefusal = (attempt: DispenseAttempt, formatClock: (at: number) => string): string | null => {
  if (attempt.phase !== 'open' || attempt.refusal?.kind !== 'refused') return null
  const { refusal, refused_at } = attempt
  const { problem, retry_after_s } = refusal
  if (isRefusedWith(refusal, 'wrong_confirmation_code')) return problem.message
  if (isRefusedWith(refusal, 'too_many_codes')) {
    if (retry_after_s === undefined) return problem.message
    return `${problem.message}. It may be tried again at ${formatClock(refused_at + retry_after_s * 1000 + MINUTE_MS)}`
  }
  return problem.fields?.['confirmation_code'] ?? null
}

/** The clock is shown in whole minutes: one later than the last second is never too early. */
const MINUTE_MS = 60_000
