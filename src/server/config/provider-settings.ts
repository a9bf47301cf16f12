import { IDENTITY_PROVIDERS, type IdentityProviderId } from '#domain/identity'
import { accepted, refused, type Outcome } from '#domain/outcome'
import * as v from 'valibot'
import { issuer, text } from './setting-values'

/** How the portal is known to a real sign-in provider. */
export type ProviderSettings = { issuer: string; client_id: string; client_secret: string }

/**
 * The providers that `OIDC_<ID>_ISSUER`, `_CLIENT_ID` and `_CLIENT_SECRET` configure, by their id. Refuses one that is
 * told by halves, an issuer that is no https address, and an id that does not exist.
 */
export const readProviders = (
  environment: Readonly<Record<string, string | undefined>>,
): Outcome<Partial<Record<IdentityProviderId, ProviderSettings>>, string> => {
  const unknown = Object.keys(environment).find((name) => SETTING.test(name) && !KNOWN_SETTINGS.has(name))
  if (unknown !== undefined) return refused(`${unknown} names no sign-in provider; there are ${IDS.join(', ')}`)

  const providers: Partial<Record<IdentityProviderId, ProviderSettings>> = {}
  for (const { id } of IDENTITY_PROVIDERS) {
    const names = settingNames(id)
    const told = names.filter((name) => environment[name] !== undefined)
    const missing = names.find((name) => environment[name] === undefined)
    if (told.length === 0) continue
    if (missing !== undefined) return refused(`${missing} is missing beside ${told.join(' and ')}`)
    const [issuerName, clientId, clientSecret] = names
    const checkedIssuer = v.safeParse(issuer, environment[issuerName])
    if (!checkedIssuer.success) return refused(`${issuerName} ${checkedIssuer.issues[0].message}`)
    providers[id] = {
      issuer: checkedIssuer.output,
      client_id: v.parse(text, environment[clientId]),
      client_secret: v.parse(text, environment[clientSecret]),
    }
  }
  return accepted(providers)
}

const settingNames = (id: IdentityProviderId) => {
  const prefix = `OIDC_${id.toUpperCase()}`
  return [`${prefix}_ISSUER`, `${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`] as const
}

const SETTING = /^OIDC_[A-Z]+_(ISSUER|CLIENT_ID|CLIENT_SECRET)$/
const KNOWN_SETTINGS = new Set<string>(IDENTITY_PROVIDERS.flatMap(({ id }) => settingNames(id)))
const IDS = IDENTITY_PROVIDERS.map(({ id }) => id.toUpperCase())
