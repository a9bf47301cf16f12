import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { hashOf, newSecret } from '../../../ground/secrets/random-secret'
import type { ServerContext } from '../../call/server-context'

/** Binds a sign-in to the browser that began it. Only its hash is stored. */
const COOKIE = 'equipoise_sign_in'
const SECRET = /^[\w-]{43}$/

type Where = { public_url: string }

/**
 * Over https the browser takes the cookie from this very host alone, and over https alone: no neighbour under the same domain can
 * give it one that belongs to a sign-in of their own (RFC 6265bis, the prefix `__Host-`, which goes with the path `/`).
 */
export const isOverHttps = ({ public_url }: Where): boolean => public_url.startsWith('https:')

const secretIn = (requestContext: Context, where: Where): string | undefined => {
  const secret = isOverHttps(where) ? getCookie(requestContext, COOKIE, 'host') : getCookie(requestContext, COOKIE)
  return secret !== undefined && SECRET.test(secret) ? secret : undefined
}

/** The hash of the secret in this browser's cookie, or null where it has none. */
export const browserHash = (requestContext: Context, where: Where): Uint8Array | null => {
  const secret = secretIn(requestContext, where)
  return secret === undefined ? null : hashOf(secret)
}

/**
 * Gives the browser its secret for `seconds` and answers its hash. One that it has already stays, so that two tabs can
 * sign in at once. It is told to the calls of signing in, and to the `pages` of ours that stand elsewhere.
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
