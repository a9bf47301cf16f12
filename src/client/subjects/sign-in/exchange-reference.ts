import { api } from '#contract/api'
import type { SessionToken } from '#contract/session'
import type { IdentityProvider } from '#domain/sign-in/identity'
import type { Outcome } from '#domain/outcome'
import { call } from '../../device/call'
import type { Failure } from '../../api/failure'

/**
 * Exchanges the REF from a provider's return for a token. With the secret of an invitation, the account is associated with the
 * invited person.
 */
export const exchangeReference = (
  provider: IdentityProvider,
  ref: string,
  invitation: string | undefined,
): Promise<Outcome<SessionToken, Failure>> => {
  const association_token = invitation
  return provider.family === 'aaf'
    ? call(api.loginFromAaf, { query: { access_token: ref, association_token } })
    : call(api.loginFromPing, { query: { idp: provider.id, ref, association_token } })
}
