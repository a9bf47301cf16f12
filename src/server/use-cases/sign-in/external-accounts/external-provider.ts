import { IDENTITY_PROVIDERS } from '#domain/sign-in/identity'
import { accepted, refused } from '#domain/outcome'
import type { Config } from '../../../ground/settings'
import type { SignInProvider, SignInProviders } from '../../../ground/sessions/relying-party'
import { EXTERNAL_PATH } from '../../../ground/sessions/external-identity'

/** Whether this installation has external accounts of its own: unless a provider was configured for them. */
export const hasExternalAccounts = ({ providers }: Pick<Config, 'providers'>): boolean => providers.lti === undefined

/** The providers of an installation, with its own pages for external accounts where it has them. */
export const withExternalAccounts = (others: SignInProviders, config: Config): SignInProviders => {
  if (!hasExternalAccounts(config)) return others
  const ownProvider = ownPages(config.public_url)
  const ofId: SignInProviders['ofId'] = (id) => (id === 'lti' ? ownProvider : others.ofId(id))
  return { offered: IDENTITY_PROVIDERS.filter(({ id }) => ofId(id) !== undefined), ofId }
}

/** The provider of the portal's own pages. They lead to the return page themselves, without a callback. */
const ownPages = (publicUrl: string): SignInProvider => ({
  pages: EXTERNAL_PATH,
  authorisationUrl: async ({ state }) =>
    accepted(new URL(`${publicUrl}${EXTERNAL_PATH}/sign-in?${new URLSearchParams({ state }).toString()}`)),
  identityOf: async () => refused('provider_refused'),
})
