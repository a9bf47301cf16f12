import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { hashOf, newSecret } from '../../../ground/secrets/random-secret'
import type { ServerContext } from '../../call/server-context'

/** The cookie that binds a sign-in to the browser that began it. Only the hash of its secret is stored. */
const COOKIE = 'equipoise_sign_in'
const SECRET = /^[\w-]{43}$/

type PublicAddress = { public_url: string }

/**
 * Over https the prefix `__Host-` with the path `/` lets only this very host set the cookie, so that no neighbour under the
 * same domain can plant one of a sign-in of theirs (RFC 6265bis).
 */
export const isOverHttps = ({ public_url }: PublicAddress): boolean => public_url.startsWith('https:')

const secretIn = (requestContext: Context, address: PublicAddress): string | undefined => {
  const secret = isOverHttps(address) ? getCookie(requestContext, COOKIE, 'host') : getCookie(requestContext, COOKIE)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/** The hash of the secret in this browser's cookie, or null where it has none. */
export const browserHash = (requestContext: Context, address: PublicAddress): Uint8Array | null => {
  const secret = secretIn(requestContext, address)
  return secret === undefined ? null : hashOf(secret)
}

/**
 * Gives the browser a secret for `seconds` and returns its hash. An existing one stays, so that two tabs can sign in at once.
 * The cookie is sent to the sign-in calls, and to our `pages` at other paths.
 */
export const markBrowser = (
  requestContext: Context,
  context: ServerContext,
  seconds: number,
  pages?: string,
): Uint8Array => {
  const { config } = context
  const secret = secretIn(requestContext, config) ?? newSecret(context)
  const cookie = { httpOnly: true, sameSite: 'Lax', maxAge: seconds } as const
  if (isOverHttps(config)) {
    setCookie(requestContext, COOKIE, secret, { ...cookie, prefix: 'host', path: '/', secure: true })
    return hashOf(secret)
  }
  for (const path of ['/api/v1/auth', ...(pages === undefined ? [] : [pages])]) {
    setCookie(requestContext, COOKIE, secret, { ...cookie, path })
  }
  return hashOf(secret)
}
