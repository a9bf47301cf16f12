import { api } from '#contract/api'
import { API_BASE } from '#contract/api-address'
import { IDENTITY_PROVIDERS, type IdentityProviderId } from '#domain/sign-in/identity'
import * as v from 'valibot'
import { insertSession, listSessions } from '../../src/server/ground/db/sessions'
import { SAMPLE_ACCOUNTS, type SampleAccountKey } from '../../src/server/doors/idp/sample-accounts'
import { idleSince } from '../../src/server/use-cases/call/authenticate'
import type { TestPortal } from './portal'
import { webBrowser, type Page, type WebBrowser } from './web-browser'

/** A signed-in person: requests a path below the API's base in their name. */
export type SignedIn = {
  token: string
  fetch: (path: string, init?: RequestInit) => Promise<Response>
}

const withToken = ({ url }: TestPortal, token: string): SignedIn => ({
  token,
  fetch: (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${token}`)
    if (typeof init.body === 'string' && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json')
    return fetch(`${url}${API_BASE}/${path}`, { ...init, headers })
  },
})

/** A person with a new session, without a provider. It counts as a fresh sign-in unless `isProved` is false. */
export const signedInAs = async (world: TestPortal, key: SampleAccountKey, isProved = true): Promise<SignedIn> => {
  const { database, tokens } = world.context
  const user_id = world.personId(key)
  const signed_in_at = world.clock.now()
  const token_expires_at = tokens.goodUntil(signed_in_at, signed_in_at)
  const session = {
    user_id,
    signed_in_at,
    token_expires_at,
    idp: null,
    profile_id: null,
    device: null,
    proved_at: isProved ? signed_in_at : null,
  }
  const session_id = await insertSession(database.queries, session)
  const { token } = await tokens.issue({ session_id, user_id, signed_in_at }, signed_in_at)
  return withToken(world, token)
}

/** A person's sessions with a valid token, the latest first. */
export const sessionsOf = ({ database, personId, clock, context }: TestPortal, key: SampleAccountKey) =>
  listSessions(database.queries, personId(key), clock.now(), idleSince(context, clock.now()))

/** A person who signed in through the sample provider, page by page as a browser does. */
export const signedInThrough = async (
  world: TestPortal,
  id: IdentityProviderId,
  key: SampleAccountKey,
  browser: WebBrowser = webBrowser(),
): Promise<SignedIn> => {
  const returned = await returnedFrom(world, id, key, browser)
  const answer = await exchange(world, id, refOf(returned), browser)
  return withToken(world, v.parse(v.object({ token: v.string() }), JSON.parse(answer.text)).token)
}

/** Optional parameters of a sign-in. */
type Wish = { association_token?: string; prompt?: string; purpose?: string }

/** The address that begins a sign-in. */
export const redirectPath = (id: IdentityProviderId, wish: Wish = {}): string => {
  const path = id === 'aaf' ? api.redirectToAaf.path : api.redirectToPing.path
  const query = new URLSearchParams({ ...(id !== 'aaf' && { idp: id }), ...wish }).toString()
  return `${API_BASE}/${path}${query && `?${query}`}`
}

/** From the redirect over the provider's page to the app's return page, which is not requested. */
export const returnedFrom = async (
  { url }: TestPortal,
  id: IdentityProviderId,
  key: SampleAccountKey,
  browser: WebBrowser,
  wish: Wish = {},
): Promise<URL> => {
  const page = await browser.go(`${url}${redirectPath(id, wish)}`)
  const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1]
  if (action === undefined) throw new Error(`no sign-in form at ${page.url.href}: ${page.status} ${page.text}`)
  const email = SAMPLE_ACCOUNTS.find((account) => account.key === key)?.email ?? ''
  const chosen = { method: 'POST', body: new URLSearchParams({ email }) }
  const returned = await browser.go(new URL(action, page.url).href, chosen, isReturnPage)
  return returned.url
}

/** Whether an address is one of the app's return pages. */
export const isReturnPage = (url: URL) =>
  IDENTITY_PROVIDERS.some((provider) => url.pathname === provider.returns_to.replace('{university}', 'university'))

/** The one-time reference in the address to which a sign-in returned. Throws where there is none. */
export const refOf = (returned: URL): string => {
  const ref = returned.searchParams.get('REF')
  if (ref === null) throw new Error(`no REF in ${returned.href}`)
  return ref
}

/** Exchanges a REF for the token, as the return page does. */
export const exchange = (
  { url }: TestPortal,
  id: IdentityProviderId,
  ref: string,
  browser: WebBrowser,
  association_token?: string,
): Promise<Page> => {
  const address = id === 'aaf' ? api.loginFromAaf.path : api.loginFromPing.path
  const query = new URLSearchParams(id === 'aaf' ? { access_token: ref } : { idp: id, ref })
  if (association_token !== undefined) query.set('association_token', association_token)
  return browser.ask(`${url}${API_BASE}/${address}?${query.toString()}`)
}
