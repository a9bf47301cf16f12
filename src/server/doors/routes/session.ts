import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { IDENTITY_PROVIDERS, type IdentityProviderId, type ProviderFamily } from '#domain/sign-in/identity'
import { accepted } from '#domain/outcome'
import type { Context } from 'hono'
import type { RequestFacts } from '../../use-cases/call/call'
import { problemResponse } from '../../use-cases/call/problem-response'
import { browser, read, write, type Answered, type Route } from '../http/route'
import type { ServerContext } from '../../use-cases/call/server-context'
import { noteFailedSignIn } from '../../use-cases/call/note-refusal'
import { beginSignIn } from '../../use-cases/sign-in/session/begin-sign-in'
import { browserHash } from '../../use-cases/sign-in/session/browser-secret'
import { confirmSignIn } from '../../use-cases/sign-in/session/confirm-sign-in'
import { exchangeReference } from '../../use-cases/sign-in/session/exchange-reference'
import { getMe } from '../../use-cases/sign-in/session/get-me'
import { reportOfflineUnlock } from '../../use-cases/sign-in/offline-unlock/report-offline-unlock'
import { getOutboxKey } from '../../use-cases/sign-in/session/get-outbox-key'
import { getPermittedSites } from '../../use-cases/sign-in/session/get-permitted-sites'
import { getSystemPermission } from '../../use-cases/sign-in/session/get-system-permission'
import { returnAddress } from '../../use-cases/sign-in/session/sign-in-addresses'
import { getTrialPermission } from '../../use-cases/sign-in/session/get-trial-permission'
import { logout } from '../../use-cases/sign-in/session/logout'
import { listOwnNotifications } from '../../use-cases/people/notifications/list-own-notifications'
import { returnFromProvider } from '../../use-cases/sign-in/session/return-from-provider'
import { saveDisplaySettings } from '../../use-cases/sign-in/session/save-display-settings'
import { updateMe } from '../../use-cases/sign-in/session/update-me'

/** The refusal of a browser over the limit, shown by the app's return page. */
const refuseOnReturnPage =
  (family: ProviderFamily): NonNullable<Route['refusePage']> =>
  ({ config }, requestContext, { code }) => {
    const ofFamily = IDENTITY_PROVIDERS.filter((provider) => provider.family === family)
    const provider = ofFamily.find(({ id }) => id === requestContext.req.query('idp')) ?? ofFamily[0]
    return requestContext.redirect(provider ? returnAddress(config, provider, { error: code }) : config.public_url)
  }

/** A return is not parsed strictly: a provider may add parameters. */
const returning = (endpoint: Endpoint, family: ProviderFamily): Route => ({
  endpoint,
  refusePage: refuseOnReturnPage(family),
  run: async ({ context, requestContext }) =>
    accepted<Answered>({ kind: 'response', response: await returnFromProvider(context, requestContext, family) }),
})

/** Valid only in the browser that began the sign-in, which its cookie proves. */
const confirming: Route = {
  endpoint: api.confirmSignIn,
  run: async (request) => {
    const browser = browserHash(request.requestContext, request.context.config)
    return write(api.confirmSignIn, confirmSignIn(browser)).run(request)
  },
}

/** The token of a sign-in, or its refusal, which is counted. */
const login = async (
  call: SignInCall,
  requestContext: Context,
  idp: IdentityProviderId,
  exchange: { ref: string; association_token?: string | undefined },
): Promise<Response> => {
  const exchanged = await exchangeReference(call, requestContext, idp, exchange)
  if (exchanged.ok) return Response.json(exchanged.value)
  const { user_id, ...refusal } = exchanged.refusal
  noteFailedSignIn(call.context, requestContext, { idp, code: refusal.code, user_id })
  return problemResponse(refusal, call.request_id)
}

type SignInCall = Pick<RequestFacts, 'request_id' | 'now'> & { context: ServerContext }

type FederationQuery = { access_token: string; association_token?: string | undefined }

/** The federation's return page calls its REF an access token. */
const ofFederation = ({ access_token: ref, association_token }: FederationQuery) => ({ ref, association_token })

export const sessionRoutes: readonly Route[] = [
  {
    ...browser(api.redirectToPing, (call, requestContext) =>
      beginSignIn(call, requestContext, call.query.idp, call.query),
    ),
    refusePage: refuseOnReturnPage('ping'),
  },
  {
    ...browser(api.redirectToAaf, (call, requestContext) => beginSignIn(call, requestContext, 'aaf', call.query)),
    refusePage: refuseOnReturnPage('aaf'),
  },
  returning(api.returnFromPing, 'ping'),
  returning(api.returnFromAaf, 'aaf'),
  browser(api.loginFromPing, (call, requestContext) => login(call, requestContext, call.query.idp, call.query)),
  browser(api.loginFromAaf, (call, requestContext) => login(call, requestContext, 'aaf', ofFederation(call.query))),
  { ...write(api.logout, logout), acceptsEndedSessions: true },
  confirming,
  read(api.getMe, getMe),
  read(api.getOutboxKey, getOutboxKey),
  write(api.reportOfflineUnlock, reportOfflineUnlock),
  write(api.updateMe, updateMe),
  write(api.saveDisplaySettings, saveDisplaySettings),
  read(api.listOwnNotifications, listOwnNotifications),
  read(api.getSystemPermission, getSystemPermission),
  read(api.getTrialPermission, getTrialPermission),
  read(api.getPermittedSites, getPermittedSites),
]
