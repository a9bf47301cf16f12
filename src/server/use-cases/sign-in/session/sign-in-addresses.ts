import { API_BASE } from '#contract/api-address'
import { returnFromAaf, returnFromPing } from '#contract/session'
import type { ErrorCode } from '#contract/errors'
import { returnPath, type IdentityProvider, type ProviderFamily } from '#domain/sign-in/identity'
import type { Config } from '../../../ground/settings'

const CALLBACKS = { ping: returnFromPing.path, aaf: returnFromAaf.path } as const satisfies Record<
  ProviderFamily,
  string
>

/** The callback address of a family of providers, which is registered with them. */
export const callbackAddress = (publicUrl: string, family: ProviderFamily): string =>
  `${publicUrl}${API_BASE}/${CALLBACKS[family]}`

export const callbackAddresses = (publicUrl: string): string[] =>
  [CALLBACKS.ping, CALLBACKS.aaf].map((path) => `${publicUrl}${API_BASE}/${path}`)

/** The app's return page of a provider, with the REF or an error code, and the purpose of the sign-in. */
export const returnAddress = (
  config: Config,
  provider: IdentityProvider,
  parameters: { REF: string } | { error: ErrorCode },
  purpose?: string | null,
): string => {
  const search = new URLSearchParams({ ...parameters, ...(purpose && { purpose }) })
  return `${config.public_url}${returnPath(provider, config.university)}?${search.toString()}`
}
