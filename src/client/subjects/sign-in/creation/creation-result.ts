import type { ReceivedAnswer } from '#contract/endpoint'
import type { createExternalAccount } from '#contract/identity'
import { accepted, type Outcome } from '#domain/outcome'
import type { Failure } from '../../../api/failure'

/** The result of a request for an external identity. */
export type CreationResult =
  'new-user' | 'existing-user-password-not-set' | 'existing-user-password-set' | 'unknown-response'

/**
 * The result of a call. An unreadable answer is unknown too, since the identity may have been created; any other
 * failure stays a failure.
 */
export const resultOfCall = (
  outcome: Outcome<ReceivedAnswer<typeof createExternalAccount>, Failure>,
): Outcome<CreationResult, Failure> => {
  if (outcome.ok) return accepted(creationResult(outcome.value))
  return outcome.refusal.kind === 'unreadable' ? accepted('unknown-response') : outcome
}

export const creationResult = ({ insert, activate }: ReceivedAnswer<typeof createExternalAccount>): CreationResult => {
  if (insert) return activate ? 'existing-user-password-set' : 'existing-user-password-not-set'
  return activate ? 'unknown-response' : 'new-user'
}
