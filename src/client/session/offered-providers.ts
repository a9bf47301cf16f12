import type { AppInstance } from '#contract/app-instance'
import { hidesExternalAccounts } from '#domain/instance'

export type OfferedProvider = AppInstance['providers'][number]

/** The providers that an instance offers: external accounts are hidden on `prod` and `demo`. */
export const offeredProviders = ({ instance, providers }: AppInstance): OfferedProvider[] =>
  providers.filter(({ id }) => id !== 'lti' || !hidesExternalAccounts(instance))

/** Whether a person without any other account may request an external one. */
export const offersExternalAccounts = (instance: AppInstance): boolean =>
  offeredProviders(instance).some(({ id }) => id === 'lti')
