import { IDENTITY_PROVIDERS } from '#domain/sign-in/identity'
import { accepted, refused } from '#domain/outcome'
import type { Config } from '../../../ground/settings'
import type { SignInProvider, SignInProviders } from '../../../ground/sessions/relying-party'
import { EXTERNAL_PATH } from '../../../ground/sessions/external-identity'

/** Whether this installation has external accounts of its own: wherever no other provider was configured for them. */
export const hasExternalAccounts = ({ providers }: Pick<Config, 'providers'>): boolean => providers.lti === undefined

/** The providers of an installation, with its own pages as the one of external accounts where it has them. */
export const withExternalAccounts = (others: SignInProviders, config: Config): SignInProviders => {
  if (!hasExternalAccounts(config)) return others
  const own = ownPages(config.public_url)
  const ofId: SignInProviders['ofId'] = (id) => (id === 'lti' ? own : others.ofId(id))
  return { offered: IDENTITY_PROVIDERS.filter(({ id }) => ofId(id) !== undefined), ofId }
}

/** The sign-in page, told which sign-in it is for. It leads to the return page by itself: nobody comes back to the callback. */
const ownPages = (publicUrl: string): SignInProvider => ({
  pages: EXTERNAL_PATH,
  authorisationUrl: async ({ state }) =>
    accepted(new URL(`${publicUrl}${EXTERNAL_PATH}/sign-in?${new URLSearchParams({ state }).toString()}`)),
  identityOf: async () => refused('provider_refused'),
})
