import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { Refusal } from '#contract/errors'
import type { SessionToken } from '#contract/session'
import { IDENTITY_PROVIDERS, type ProviderFamily } from '#domain/identity'
import { accepted, type Outcome } from '#domain/outcome'
import { problemResponse } from '../http/problem-response'
import { browser, read, write, type Answered, type Route } from '../http/route'
import { beginSignIn } from '../services/session/begin-sign-in'
import { browserHash } from '../services/session/browser-secret'
import { confirmSignIn } from '../services/session/confirm-sign-in'
import { exchangeReference } from '../services/session/exchange-reference'
import { getMe } from '../services/session/get-me'
import { getPermittedSites } from '../services/session/get-permitted-sites'
import { getSystemPermission } from '../services/session/get-system-permission'
import { returnAddress } from '../services/session/sign-in-addresses'
import { getTrialPermission } from '../services/session/get-trial-permission'
import { logout } from '../services/session/logout'
import { listOwnNotifications } from '../services/trial-notifications/list-own-notifications'
import { returnFromProvider } from '../services/session/return-from-provider'
import { updateMe } from '../services/session/update-me'

/** A browser that comes too often is told so by the app's page to which its sign-in would lead. */
const refuseOnReturnPage =
  (family: ProviderFamily): NonNullable<Route['refusePage']> =>
  ({ config }, context, { code }) => {
    const ofFamily = IDENTITY_PROVIDERS.filter((provider) => provider.family === family)
    const provider = ofFamily.find(({ id }) => id === context.req.query('idp')) ?? ofFamily[0]
    return context.redirect(provider ? returnAddress(config, provider, { error: code }) : config.public_url)
  }

/** A return is not parsed as our own calls are: a provider may add to its address what it likes. */
const returning = (endpoint: Endpoint, family: ProviderFamily): Route => ({
  endpoint,
  refusePage: refuseOnReturnPage(family),
  run: async ({ portal, context }) =>
    accepted<Answered>({ kind: 'response', response: await returnFromProvider(portal, context, family) }),
})

/** It counts in the browser that began the sign-in alone, which its cookie shows. */
const confirming: Route = {
  endpoint: api.confirmSignIn,
  run: async (request) => {
    const browser = browserHash(request.context, request.portal.config)
    return write(api.confirmSignIn, confirmSignIn(browser)).run(request)
  },
}

const tokenResponse = (exchanged: Outcome<SessionToken, Refusal>, requestId: string): Response =>
  exchanged.ok ? Response.json(exchanged.value) : problemResponse(exchanged.refusal, requestId)

type FederationQuery = { access_token: string; association_token?: string | undefined }

/** The federation's return page calls its REF an access token (specification 000, section 7). */
const ofFederation = ({ access_token: ref, association_token }: FederationQuery) => ({ ref, association_token })

export const sessionRoutes: readonly Route[] = [
  {
    ...browser(api.redirectToPing, (call, context) => beginSignIn(call, context, call.query.idp, call.query)),
    refusePage: refuseOnReturnPage('ping'),
  },
  {
    ...browser(api.redirectToAaf, (call, context) => beginSignIn(call, context, 'aaf', call.query)),
    refusePage: refuseOnReturnPage('aaf'),
  },
  returning(api.returnFromPing, 'ping'),
  returning(api.returnFromAaf, 'aaf'),
  browser(api.loginFromPing, async (call, context) =>
    tokenResponse(await exchangeReference(call, context, call.query.idp, call.query), call.request_id),
  ),
  browser(api.loginFromAaf, async (call, context) =>
    tokenResponse(await exchangeReference(call, context, 'aaf', ofFederation(call.query)), call.request_id),
  ),
  { ...write(api.logout, logout), takesEndedSessions: true },
  confirming,
  read(api.getMe, getMe),
  write(api.updateMe, updateMe),
  read(api.listOwnNotifications, listOwnNotifications),
  read(api.getSystemPermission, getSystemPermission),
  read(api.getTrialPermission, getTrialPermission),
  read(api.getPermittedSites, getPermittedSites),
]
