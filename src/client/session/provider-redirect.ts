import type { SentQuery } from '#contract/endpoint'
import { redirectToAaf, redirectToPing } from '#contract/session'
import type { IdentityProvider } from '#domain/sign-in/identity'
import { requestAddress } from '../api/request-address'

/** The server's address that sends the browser on to a sign-in provider, and what is asked of it there. */
export const providerRedirect = (
  provider: Pick<IdentityProvider, 'id' | 'family'>,
  query: SentQuery<typeof redirectToAaf> = {},
): string =>
  provider.family === 'aaf'
    ? requestAddress(redirectToAaf, { query })
    : requestAddress(redirectToPing, { query: { idp: provider.id, ...query } })
