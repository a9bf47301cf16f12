import { IDENTITY_PROVIDERS, type IdentityProviderId } from '#domain/sign-in/identity'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import { ORDINARY_PROVIDER, type Prompt, type ProviderSettings, type Providers } from '../../ground/settings'
import type { SettingFault } from './setting-fault'
import { secureAddress, text, yesNo } from './setting-values'

/** Google supports only the choice of an account. */
const ONLY_PROMPTS: Partial<Record<IdentityProviderId, Prompt>> = { google: 'select_account' }

/** The providers with valid settings, and the faults of the others. */
export type ReadProviders = { providers: Providers; faults: SettingFault[] }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The providers that `OIDC_<ID>_ISSUER`, `_CLIENT_ID` and `_CLIENT_SECRET` configure, by id, with their peculiarities of
 * `_SCOPE`, `_SUBJECT`, `_TOKEN_ISSUER`, `_NONCE` and `_PKCE`. Also the faults: an unknown id, and for each provider the first
 * missing setting, issuer that is no https address, or invalid peculiarity.
 */
export const readProviders = (environment: Environment): ReadProviders => {
  const unknown = Object.keys(environment).filter((name) => SETTING.test(name) && !KNOWN_SETTINGS.has(name))
  const faults = unknown.map((setting) => ({
    setting,
    message: `does not name a sign-in provider; there are ${IDS.join(', ')}`,
  }))
  const providers: Providers = {}
  for (const { id } of IDENTITY_PROVIDERS) {
    const provider = readProvider(id, environment)
    if (provider === null) continue
    if (provider.ok) providers[id] = provider.value
    else faults.push(provider.refusal)
  }
  return { providers, faults }
}

/** The issuers of the providers, each with its setting. */
export const issuersOf = (providers: Providers): { setting: string; issuer: string }[] =>
  IDENTITY_PROVIDERS.flatMap(({ id }) => {
    const { issuer: providerIssuer, token_issuer } = providers[id] ?? { issuer: null, token_issuer: null }
    return [
      ...(providerIssuer === null ? [] : [{ setting: `${prefixOf(id)}_ISSUER`, issuer: providerIssuer }]),
      ...(token_issuer === null ? [] : [{ setting: `${prefixOf(id)}_TOKEN_ISSUER`, issuer: token_issuer }]),
    ]
  })

/** One provider, or null where none of its settings is set. */
const readProvider = (
  id: IdentityProviderId,
  environment: Environment,
): Outcome<ProviderSettings, SettingFault> | null => {
  const names = settingNames(id)
  const definedNames = names.filter((name) => environment[name] !== undefined)
  const missing = names.find((name) => environment[name] === undefined)
  const peculiar = peculiarNames(id).filter((name) => environment[name] !== undefined)
  if (definedNames.length === 0 && peculiar.length === 0) return null
  if (missing !== undefined)
    return refused({
      setting: missing,
      message: `is missing; it is needed with ${[...definedNames, ...peculiar].join(' and ')}`,
    })
  const [issuerName, clientId, clientSecret] = names
  const checkedIssuer = v.safeParse(secureAddress, environment[issuerName])
  if (!checkedIssuer.success) return refused({ setting: issuerName, message: checkedIssuer.issues[0].message })
  const peculiarities = v.safeParse(PECULIARITIES, peculiarOf(id, environment))
  if (!peculiarities.success) {
    const [issue] = peculiarities.issues
    return refused({ setting: `${prefixOf(id)}_${v.getDotPath(issue)}`, message: issue.message })
  }
  const { SCOPE, SUBJECT, TOKEN_ISSUER, NONCE, PKCE } = peculiarities.output
  return accepted({
    scope: SCOPE,
    subject_claim: SUBJECT,
    token_issuer: TOKEN_ISSUER,
    has_nonce: NONCE,
    has_pkce: PKCE,
    only_prompt: ONLY_PROMPTS[id] ?? null,
    issuer: checkedIssuer.output,
    client_id: v.parse(text, environment[clientId]),
    client_secret: v.parse(text, environment[clientSecret]),
  })
}

const prefixOf = (id: IdentityProviderId) => `OIDC_${id.toUpperCase()}`

const settingNames = (id: IdentityProviderId) => {
  const prefix = prefixOf(id)
  return [`${prefix}_ISSUER`, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const
}

/** Claims that a provider may give to another person later, or let people choose: none of them may identify a person. */
const CHANGING_CLAIMS = ['email', 'name', 'nickname', 'preferred_username', 'phone_number']

const PECULIARITIES = v.object({
  SCOPE: v.optional(
    v.pipe(
      text,
      v.check((scope) => scope.split(' ').includes('openid'), 'must be words separated by spaces, including openid'),
    ),
    ORDINARY_PROVIDER.scope,
  ),
  SUBJECT: v.optional(
    v.pipe(
      text,
      v.regex(/^[\w:./-]{1,100}$/, 'must be the name of a claim'),
      v.check((name) => !CHANGING_CLAIMS.includes(name), 'must be a claim that is never given to another person'),
    ),
    ORDINARY_PROVIDER.subject_claim,
  ),
  TOKEN_ISSUER: v.nullish(secureAddress, ORDINARY_PROVIDER.token_issuer),
  NONCE: v.optional(yesNo, 'yes'),
  PKCE: v.optional(yesNo, 'yes'),
})

const PECULIAR = ['SCOPE', 'SUBJECT', 'TOKEN_ISSUER', 'NONCE', 'PKCE'] as const

const peculiarNames = (id: IdentityProviderId) => PECULIAR.map((name) => `${prefixOf(id)}_${name}`)

const peculiarOf = (id: IdentityProviderId, environment: Environment) =>
  Object.fromEntries(PECULIAR.map((name) => [name, environment[`${prefixOf(id)}_${name}`]]))

const SETTING = /^OIDC_[A-Z]+_(ISSUER|CLIENT_ID|CLIENT_SECRET|SCOPE|SUBJECT|TOKEN_ISSUER|NONCE|PKCE)$/
const KNOWN_SETTINGS = new Set<string>(
  IDENTITY_PROVIDERS.flatMap(({ id }) => [...settingNames(id), ...peculiarNames(id)]),
)
const IDS = IDENTITY_PROVIDERS.map(({ id }) => id.toUpperCase())
