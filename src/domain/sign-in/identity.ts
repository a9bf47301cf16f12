import { hidesExternalAccounts } from '../instance'

/** The sign-in providers, by which a person is known. */
export const IDENTITY_PROVIDERS = [
  { id: 'sso', family: 'ping', title: 'University single sign-on', returns_to: '/{university}-sso-return' },
  { id: 'lti', family: 'ping', title: 'External user account', returns_to: '/{university}-lti-return' },
  { id: 'aaf', family: 'aaf', title: 'Academic federation', returns_to: '/aaf-return' },
  { id: 'google', family: 'ping', title: 'Google', returns_to: '/google-return' },
  { id: 'linkedin', family: 'ping', title: 'LinkedIn', returns_to: '/linkedin-return' },
] as const

export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number]
export type IdentityProviderId = IdentityProvider['id']
export type ProviderFamily = IdentityProvider['family']

export const identityProviderOfId = (id: string): IdentityProvider | undefined =>
  IDENTITY_PROVIDERS.find((provider) => provider.id === id)

/** The name of a sign-in provider; the id of one that no longer exists. */
export const providerTitle = (id: string): string => identityProviderOfId(id)?.title ?? id

/** The app's return route for a provider; `university` is the setting of that name. */
export const returnPath = (provider: IdentityProvider, university: string): string =>
  provider.returns_to.replace('{university}', university)

/** The providers that an instance shows to people, out of those that it has: external accounts are hidden on `prod` and `demo`. */
export const shownProviders = <Provider extends { id: IdentityProviderId }>(
  instance: string,
  providers: readonly Provider[],
): Provider[] => providers.filter(({ id }) => id !== 'lti' || !hidesExternalAccounts(instance))
