import type { Participant, RandomisationOutcome } from '#contract/participants'
import { isAnswerLost, isRefusedWith, statusOf, type Failure } from '../../../api/failure'

/**
 * One attempt to randomise a participant, under one key:
 * - `confirm`: everything is read back; a refusal of an earlier press may stand beside it
 * - `sending`: pressed, and the answer is awaited
 * - `checking`: the answer was lost, or the page was loaded again: the server is asked for the outcome of the key
 * - `unknown`: the server could not be asked, so this participant must not be randomised again; it is asked again
 *   automatically
 * - `outcome_refused`: the server refuses to give the outcome
 * - `finished`: randomised, with the result as far as the person may see it
 * - `nothing_happened`: the key is closed for good without effect
 */
export type Attempt =
  | { phase: 'confirm'; approved: boolean; refusal: Failure | null }
  | { phase: 'sending'; approved: boolean }
  | { phase: 'checking'; checks: number }
  | { phase: 'unknown'; checks: number }
  | { phase: 'outcome_refused'; refusal: Failure }
  | { phase: 'finished'; participants: readonly Participant[] }
  | { phase: 'nothing_happened' }

export type AttemptEvent =
  | { type: 'approved'; approved: boolean }
  | { type: 'pressed' }
  | { type: 'answered'; participants: readonly Participant[] }
  | { type: 'failed'; failure: Failure }
  | { type: 'settled'; outcome: RandomisationOutcome }
  | { type: 'unsettled'; failure: Failure }
  | { type: 'asked_again' }

/** An attempt with its answers, and one with only a key. */
export const attemptToConfirm: Attempt = { phase: 'confirm', approved: false, refusal: null }
export const attemptToCheck: Attempt = { phase: 'checking', checks: 0 }

/** The attempt after an event; an event of another phase changes nothing. */
export const attemptAfter = (attempt: Attempt, event: AttemptEvent): Attempt => {
  switch (event.type) {
    case 'approved':
      return attempt.phase === 'confirm' ? { ...attempt, approved: event.approved } : attempt
    case 'pressed':
      return mayPress(attempt) ? { phase: 'sending', approved: attempt.approved } : attempt
    case 'answered':
      return attempt.phase === 'sending' ? { phase: 'finished', participants: event.participants } : attempt
    case 'failed':
      return attempt.phase === 'sending' ? afterFailure(attempt.approved, event.failure) : attempt
    case 'settled':
      return attempt.phase === 'checking' ? afterOutcome(event.outcome) : attempt
    case 'unsettled':
      return attempt.phase === 'checking' ? afterNoOutcome(attempt.checks, event.failure) : attempt
    case 'asked_again':
      return isChecking(attempt) || attempt.phase === 'outcome_refused'
        ? { phase: 'checking', checks: 'checks' in attempt ? attempt.checks : 0 }
        : attempt
  }
}

/** Whether the randomise button may be pressed. */
export const mayPress = (attempt: Attempt): attempt is Extract<Attempt, { phase: 'confirm' }> => {
  if (attempt.phase !== 'confirm') return false
  const warning = duplicateWarning(attempt.refusal)
  return warning === null || (warning === 'Warn' && attempt.approved)
}

/** The trial's response to a duplicate participant id, where that is the refusal. */
export const duplicateWarning = (refusal: Failure | null): 'Warn' | 'Block' | null =>
  refusal?.kind === 'refused' && refusal.problem.code === 'participant_id_duplicate'
    ? refusal.problem.duplicate_warning_type === 'Warn'
      ? 'Warn'
      : 'Block'
    : null

/** Whether leaving the page now would leave the outcome unknown. */
export const isUnsettled = ({ phase }: Attempt): boolean =>
  phase === 'sending' || phase === 'checking' || phase === 'unknown'

/** The time until the outcome is requested again, in milliseconds, after so many checks without an answer. */
export const asksAgainIn = (checks: number): number => Math.min(8000, 1000 * 2 ** Math.max(0, checks - 1))

const isChecking = ({ phase }: Attempt): boolean => phase === 'checking' || phase === 'unknown'

const afterFailure = (approved: boolean, failure: Failure): Attempt => {
  if (isRefusedWith(failure, 'idempotency_key_closed')) return { phase: 'nothing_happened' }
  // Something else has succeeded under this key: request its outcome.
  if (isAnswerLost(failure) || isRefusedWith(failure, 'idempotency_key_reused')) return attemptToCheck
  return { phase: 'confirm', approved, refusal: failure }
}

const afterOutcome = (outcome: RandomisationOutcome): Attempt =>
  outcome.outcome === 'randomised' ? { phase: 'finished', participants: outcome.data } : { phase: 'nothing_happened' }

const afterNoOutcome = (checks: number, failure: Failure): Attempt =>
  isAnswerLost(failure) || statusOf(failure) === 429
    ? { phase: 'unknown', checks: checks + 1 }
    : { phase: 'outcome_refused', refusal: failure }
