import { IDENTITY_PROVIDERS, type IdentityProvider, type IdentityProviderId } from '#domain/sign-in/identity'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as client from 'openid-client'
import type { Logger } from 'pino'
import { isLoopback } from '../loopback'
import type { Prompt, ProviderSettings } from '../settings'

/**
 * The secrets of one sign-in in progress: sent to the provider (`code_verifier` as its hash) and compared with its
 * answer.
 */
type SignInSecrets = { state: string; nonce: string; code_verifier: string }

/** A person's identity, as a provider states it. */
export type Identity = { issuer: string; subject: string }

/**
 * The same, and whether it was proved since the sign-in began, as far as the provider can report that, and not
 * remembered.
 */
type ProvedIdentity = Identity & { is_proved_now: boolean }

/** When a sign-in began, and the requested prompt. */
type Began = { started_at: string; prompt: string | null }

/** A sign-in provider. */
export type SignInProvider = {
  /** The path of its own pages on our host, which need the browser's cookie; undefined for every other. */
  pages?: string
  /** The address that begins a sign-in and returns to `redirectUri`; with `prompt`, a known person is asked too. */
  authorisationUrl: (
    secrets: SignInSecrets,
    redirectUri: string,
    prompt: Prompt | undefined,
  ) => Promise<Outcome<URL, 'unavailable'>>
  /** The identity of the person who returned to `returned`, proved by the provider's signature. */
  identityOf: (
    returned: URL,
    secrets: SignInSecrets,
    began: Began,
  ) => Promise<Outcome<ProvedIdentity, 'provider_refused' | 'unavailable'>>
}

/** The providers of this installation: in the order of the sign-in page, and one by its id. */
export type SignInProviders = {
  offered: readonly IdentityProvider[]
  ofId: (id: IdentityProviderId) => SignInProvider | undefined
}

/** The portal's registration at its own provider. The server reaches that provider at `loopbackUrl`, whatever its public address. */
export type OwnIdentity = { settings: ProviderSettings; publicUrl: string; loopbackUrl: string; storedIssuer: string }

/** The configured providers. Where `own` is given, it replaces every provider that is not configured. */
export const createSignInProviders = (
  configured: Partial<Record<IdentityProviderId, ProviderSettings>>,
  own: OwnIdentity | null,
  log: Logger,
): SignInProviders => {
  const defaultProvider = own && signInProvider(own.settings, log, own)
  const providers = new Map<IdentityProviderId, SignInProvider>()
  for (const { id } of IDENTITY_PROVIDERS) {
    const settings = configured[id]
    const provider = settings ? signInProvider(settings, log) : defaultProvider
    if (provider) providers.set(id, provider)
  }
  return {
    offered: IDENTITY_PROVIDERS.filter(({ id }) => providers.has(id)),
    ofId: (id) => providers.get(id),
  }
}

/** How many seconds a provider may take. */
const TIMEOUT = 10

const signInProvider = (settings: ProviderSettings, log: Logger, own?: OwnIdentity): SignInProvider => {
  const discovered = lazily(() => discoveredProvider(settings, own))
  const providerLog = log.child({ issuer: settings.issuer })
  const reached = () => reachedProvider(discovered.get, settings, providerLog, own)
  return {
    authorisationUrl: async ({ state, nonce, code_verifier }, redirectUri, prompt) => {
      const configuration = await reached()
      if (configuration === null) return refused('unavailable')
      const code_challenge = settings.has_pkce && (await client.calculatePKCECodeChallenge(code_verifier))
      return accepted(
        client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: settings.scope,
          state,
          ...(settings.has_nonce && { nonce }),
          ...(code_challenge && { code_challenge, code_challenge_method: 'S256' }),
          ...promptParameters(settings, prompt),
        }),
      )
    },
    identityOf: async (returned, { state, nonce, code_verifier }, began) => {
      const configuration = await reached()
      if (configuration === null) return refused('unavailable')
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          ...(settings.has_nonce && { expectedNonce: nonce }),
          ...(settings.has_pkce && { pkceCodeVerifier: code_verifier }),
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        const subject = claims && (await subjectOf(configuration, settings, tokens.access_token, claims))
        if (!subject) return refused('provider_refused')
        return accepted({
          issuer: own?.storedIssuer ?? storedIssuer(settings, claims.iss),
          subject,
          is_proved_now: isProvedSince(began, settings, claims),
        })
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === null) throw error
        // Its addresses or keys may have changed: the next sign-in reads them again.
        discovered.reset()
        providerLog.warn({ fault: faultOf(error), refusal }, 'sign-in provider did not confirm')
        return refused(refusal)
      }
    },
  }
}

/**
 * With a prompt the identity has to be proved now; a provider that supports only the choice of an account is asked for
 * that.
 */
const promptParameters = ({ only_prompt }: ProviderSettings, prompt: Prompt | undefined): Record<string, string> => {
  if (prompt === undefined) return {}
  if (only_prompt !== null) return { prompt: only_prompt }
  return prompt === 'login' ? { prompt, max_age: '0' } : { prompt }
}

/**
 * Whether the person proved their identity after the sign-in began, which the provider reports by `auth_time`, asked or
 * not. A provider that supports only the choice of an account can prove no more than the choice, and only where it was
 * asked for.
 */
const isProvedSince = (
  { started_at, prompt }: Began,
  { only_prompt }: ProviderSettings,
  { auth_time }: client.IDToken,
): boolean =>
  only_prompt === null
    ? auth_time !== undefined && auth_time >= Date.parse(started_at) / 1000 - CLOCKS_APART
    : prompt === 'login'

/** Seconds by which a provider's clock may be behind ours. */
const CLOCKS_APART = 60

/**
 * The provider's permanent id of a person: `sub`, or the claim of the settings, which a broker may give only with the
 * other claims. The latter is marked by its name, so that no value of one claim is taken for one of another.
 */
const subjectOf = async (
  configuration: client.Configuration,
  { subject_claim: name }: ProviderSettings,
  accessToken: string,
  claims: client.IDToken,
): Promise<string | null> => {
  if (name === 'sub') return claims.sub
  const value = claims[name] ?? (await client.fetchUserInfo(configuration, accessToken, claims.sub))[name]
  return typeof value === 'string' && value !== '' ? `${name}=${value}` : null
}

/** An association stays valid when a provider changes its name in its tokens: the setting of its address stays. */
const storedIssuer = ({ issuer, token_issuer }: ProviderSettings, named: string) =>
  token_issuer === null ? named : issuer

/**
 * The provider's own metadata. Where its tokens name another issuer than its address, both are accepted, and no third.
 */
const discoveredProvider = async (settings: ProviderSettings, own?: OwnIdentity): Promise<client.ServerMetadata> => {
  const { issuer, token_issuer } = settings
  const address = token_issuer === null ? issuer : `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const discovered = await client.discovery(new URL(address), settings.client_id, settings.client_secret, undefined, {
    timeout: TIMEOUT,
    execute: isPlain(settings, own) ? [client.allowInsecureRequests] : [],
    ...(own && { [client.customFetch]: fetchAtLoopback(own) }),
  })
  const metadata: client.ServerMetadata = discovered.serverMetadata()
  if (token_issuer === null) return metadata
  if (![issuer, token_issuer].includes(metadata.issuer)) throw new client.ClientError(`it is ${metadata.issuer}`)
  return { ...metadata, issuer: token_issuer }
}

/**
 * The client of one sign-in for the provider. Made for each sign-in: its keys are fetched when they are needed and not
 * cached, so that new ones are accepted, and withdrawn ones refused, at once. The signature of an ID token is checked
 * although it was received over TLS.
 */
const configured = (metadata: client.ServerMetadata, settings: ProviderSettings, own?: OwnIdentity) => {
  const { client_id, client_secret } = settings
  const authentication = acceptsSecretInBody(metadata)
    ? client.ClientSecretPost(client_secret)
    : client.ClientSecretBasic(client_secret)
  const configuration = new client.Configuration(metadata, client_id, client_secret, authentication)
  configuration.timeout = TIMEOUT
  client.enableNonRepudiationChecks(configuration)
  if (isPlain(settings, own)) client.allowInsecureRequests(configuration)
  if (own) configuration[client.customFetch] = fetchAtLoopback(own)
  return configuration
}

/** Most providers do, even those that do not state it. */
const acceptsSecretInBody = ({ token_endpoint_auth_methods_supported: methods = [] }: client.ServerMetadata) =>
  methods.includes('client_secret_post') || !methods.includes('client_secret_basic')

const isPlain = ({ issuer }: ProviderSettings, own: OwnIdentity | undefined): boolean => {
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'http:' && (own !== undefined || isLoopback(hostname))
}

const fetchAtLoopback =
  ({ publicUrl, loopbackUrl }: OwnIdentity): client.CustomFetch =>
  (url, options) =>
    fetch(url.replace(publicUrl, loopbackUrl), { ...options, body: options.body ?? null })

/** Runs `get` once and caches its result until `reset`. A failure is not cached. */
const lazily = <T>(get: () => Promise<T>): { get: () => Promise<T>; reset: () => void } => {
  let answer: Promise<T> | null = null
  const reset = () => {
    answer = null
  }
  return {
    reset,
    get: async () => {
      answer ??= get()
      try {
        return await answer
      } catch (error) {
        reset()
        throw error
      }
    },
  }
}

/** The provider, ready for one sign-in, or null, with a line in the log, while it cannot be reached. */
const reachedProvider = async (
  discover: () => Promise<client.ServerMetadata>,
  settings: ProviderSettings,
  log: Logger,
  own?: OwnIdentity,
): Promise<client.Configuration | null> => {
  try {
    return configured(await discover(), settings, own)
  } catch (error) {
    if (refusalOf(error) === null) throw error
    log.warn({ fault: faultOf(error) }, 'sign-in provider cannot be reached')
    return null
  }
}

/** The refusal for an error of the client library; null where it is a defect of ours. */
const refusalOf = (error: unknown): 'provider_refused' | 'unavailable' | null => {
  if (error instanceof client.AuthorizationResponseError) return 'provider_refused'
  if (error instanceof client.WWWAuthenticateChallengeError) return 'provider_refused'
  if (error instanceof client.ResponseBodyError) return error.status >= 500 ? 'unavailable' : 'provider_refused'
  if (error instanceof client.ClientError) return isAway(error) ? 'unavailable' : 'provider_refused'
  // fetch's error where nothing answered.
  return error instanceof TypeError && error.message === 'fetch failed' ? 'unavailable' : null
}

const isAway = ({ code }: client.ClientError) => code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM'

/**
 * An error for the log: the library's own words, without the values that it quotes, which contain codes, nonces and
 * claims.
 */
const faultOf = (error: unknown) => {
  if (!(error instanceof Error)) return {}
  const { message, cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { message, code, cause: cause instanceof Error ? cause.message : undefined }
}
