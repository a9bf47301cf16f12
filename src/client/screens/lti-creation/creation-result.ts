import type { ReceivedAnswer } from '#contract/endpoint'
import type { createExternalAccount } from '#contract/identity'

/** What became of the wish for an external identity (specification 001, section 4). */
export type CreationResult =
  'new-user' | 'existing-user-password-not-set' | 'existing-user-password-set' | 'unknown-response'

export const creationResult = ({ insert, activate }: ReceivedAnswer<typeof createExternalAccount>): CreationResult => {
  if (insert) return activate ? 'existing-user-password-set' : 'existing-user-password-not-set'
  return activate ? 'unknown-response' : 'new-user'
}
