import { IDENTITY_PROVIDERS, type IdentityProvider, type IdentityProviderId } from '#domain/identity'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as client from 'openid-client'
import type { Logger } from 'pino'
import { isLoopback } from '../../config/loopback'
import type { ProviderSettings } from '../../config/provider-settings'

/** The secrets of one sign-in on its way: sent to the provider (`code_verifier` as its hash) and asked back from it. */
export type SignInSecrets = { state: string; nonce: string; code_verifier: string }

/** Who a provider says somebody is. */
export type Identity = { issuer: string; subject: string }

/** A provider that people can sign in with. */
export type SignInProvider = {
  /** The address that begins a sign-in, to come back to `redirectUri`. */
  authorisationUrl: (secrets: SignInSecrets, redirectUri: string) => Promise<Outcome<URL, 'unavailable'>>
  /** Who came back to `returned`, proved by the provider's signature. */
  identityOf: (returned: URL, secrets: SignInSecrets) => Promise<Outcome<Identity, 'provider_refused' | 'unavailable'>>
}

/** The providers of this installation: in the order of the sign-in page, and one by its id. */
export type SignInProviders = {
  offered: readonly IdentityProvider[]
  ofId: (id: IdentityProviderId) => SignInProvider | undefined
}

/** How we are known to our own provider, which the server reaches at `loopbackUrl` also where its public address leads elsewhere. */
export type OwnIdentity = { settings: ProviderSettings; publicUrl: string; loopbackUrl: string; storedIssuer: string }

/** The configured providers; where `own` is given, it stands for every one that is not. */
export const createSignInProviders = (
  configured: Partial<Record<IdentityProviderId, ProviderSettings>>,
  own: OwnIdentity | null,
  log: Logger,
): SignInProviders => {
  const standIn = own && signInProvider(own.settings, log, own)
  const providers = new Map<IdentityProviderId, SignInProvider>()
  for (const { id } of IDENTITY_PROVIDERS) {
    const settings = configured[id]
    const provider = settings ? signInProvider(settings, log) : standIn
    if (provider) providers.set(id, provider)
  }
  return {
    offered: IDENTITY_PROVIDERS.filter(({ id }) => providers.has(id)),
    ofId: (id) => providers.get(id),
  }
}

/** Seconds that a provider is waited for. */
const TIMEOUT = 10

const signInProvider = (settings: ProviderSettings, log: Logger, own?: OwnIdentity): SignInProvider => {
  const discover = lazily(() => discovered(settings, own))
  const told = log.child({ issuer: settings.issuer })
  return {
    authorisationUrl: async ({ state, nonce, code_verifier }, redirectUri) => {
      const configuration = await reached(discover, told)
      if (configuration === null) return refused('unavailable')
      return accepted(
        client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(code_verifier),
          code_challenge_method: 'S256',
        }),
      )
    },
    identityOf: async (returned, { state, nonce, code_verifier }) => {
      const configuration = await reached(discover, told)
      if (configuration === null) return refused('unavailable')
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: code_verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        return claims
          ? accepted({ issuer: own?.storedIssuer ?? claims.iss, subject: claims.sub })
          : refused('provider_refused')
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === null) throw error
        told.warn({ error, refusal }, 'sign-in provider did not confirm')
        return refused(refusal)
      }
    },
  }
}

const discovered = (settings: ProviderSettings, own?: OwnIdentity): Promise<client.Configuration> => {
  const issuer = new URL(settings.issuer)
  const isPlain = issuer.protocol === 'http:' && (own !== undefined || isLoopback(issuer.hostname))
  return client.discovery(issuer, settings.client_id, settings.client_secret, undefined, {
    timeout: TIMEOUT,
    execute: isPlain ? [client.allowInsecureRequests] : [],
    ...(own && { [client.customFetch]: fetchAtLoopback(own) }),
  })
}

const fetchAtLoopback =
  ({ publicUrl, loopbackUrl }: OwnIdentity): client.CustomFetch =>
  (url, options) =>
    fetch(url.replace(publicUrl, loopbackUrl), { ...options, body: options.body ?? null })

/** Asks once and keeps the answer; a failure is not kept, so that the next one asks again. */
const lazily = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | null = null
  return async () => {
    answer ??= ask()
    try {
      return await answer
    } catch (error) {
      answer = null
      throw error
    }
  }
}

/** The provider's configuration, or null, with a line in the log, while it cannot be had. */
const reached = async (
  discover: () => Promise<client.Configuration>,
  log: Logger,
): Promise<client.Configuration | null> => {
  try {
    return await discover()
  } catch (error) {
    if (refusalOf(error) === null) throw error
    log.warn({ error }, 'sign-in provider cannot be reached')
    return null
  }
}

/** What an error of the client library means for who wants to sign in; null where it is a defect of ours. */
const refusalOf = (error: unknown): 'provider_refused' | 'unavailable' | null => {
  if (error instanceof client.AuthorizationResponseError) return 'provider_refused'
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? 'unavailable' : 'provider_refused'
  if (error instanceof client.ClientError) return isAway(error) ? 'unavailable' : 'provider_refused'
  // How fetch says that nobody answered.
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unavailable' : null
}

const isAway = ({ code }: client.ClientError) => code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'
