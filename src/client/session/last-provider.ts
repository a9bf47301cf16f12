import { identityProviderOfId, type IdentityProvider } from '#domain/sign-in/identity'
import { deviceStorage, STORED } from '../browser/device-storage'

const storage = deviceStorage(() => localStorage)

/** Stores the provider with which a person has just signed in on this device. */
export const rememberProvider = ({ id }: IdentityProvider): void => storage.write(STORED.provider, id)

/** The provider with which a person last signed in on this device. */
export const lastProvider = (): IdentityProvider | undefined =>
  identityProviderOfId(storage.read(STORED.provider) ?? '')
