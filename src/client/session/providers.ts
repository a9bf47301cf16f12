import type { AppInstance } from '#contract/app-instance'
import type { SentQuery } from '#contract/endpoint'
import { redirectToAaf, redirectToPing } from '#contract/session'
import { identityProviderOfId, shownProviders, type IdentityProvider } from '#domain/sign-in/identity'
import { requestAddress } from '../api/request-address'
import { deviceStorage, STORED } from '../browser/device-storage'

export type OfferedProvider = AppInstance['providers'][number]

/** The providers that an instance offers to people who sign in. */
export const offeredProviders = ({ instance, providers }: AppInstance): OfferedProvider[] =>
  shownProviders(instance, providers)

/** Whether a person without any other account may request an external one. */
export const offersExternalAccounts = (instance: AppInstance): boolean =>
  offeredProviders(instance).some(({ id }) => id === 'lti')

/** The server's address that redirects the browser to a sign-in provider, with the parameters for it. */
export const providerRedirect = (
  provider: Pick<IdentityProvider, 'id' | 'family'>,
  query: SentQuery<typeof redirectToAaf> = {},
): string =>
  provider.family === 'aaf'
    ? requestAddress(redirectToAaf, { query })
    : requestAddress(redirectToPing, { query: { idp: provider.id, ...query } })

const storage = deviceStorage(() => localStorage)

/** Stores the provider with which a person has just signed in on this device. */
export const rememberProvider = ({ id }: IdentityProvider): void => storage.write(STORED.provider, id)

/** The provider with which a person last signed in on this device. */
export const lastProvider = (): IdentityProvider | undefined =>
  identityProviderOfId(storage.read(STORED.provider) ?? '')
