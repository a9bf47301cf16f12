import { api } from '#contract/api'
import type { SessionToken } from '#contract/session'
import type { IdentityProvider } from '#domain/identity'
import type { Outcome } from '#domain/outcome'
import { call } from '../api/browser-call'
import type { Failure } from '../api/failure'

/** Exchanges the REF that a provider's way back carries for a token (API, Sign-in). */
export const exchangeReference = (provider: IdentityProvider, ref: string): Promise<Outcome<SessionToken, Failure>> =>
  provider.family === 'aaf'
    ? call(api.loginFromAaf, { query: { access_token: ref } })
    : call(api.loginFromPing, { query: { idp: provider.id, ref } })
