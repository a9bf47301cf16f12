import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Portal } from '../../portal'

/** Binds a sign-in to the browser that began it. Only its hash is stored. */
const COOKIE = 'equipoise_sign_in'
const SECRET_BYTES = 32
const SECRET = /^[\w-]{43}$/

/** A new secret that cannot be guessed, as text for an address or a cookie. */
export const newSecret = (portal: Pick<Portal, 'randomBytes'>): string =>
  Buffer.from(portal.randomBytes(SECRET_BYTES)).toString('base64url')

export const hashOf = (secret: string): Uint8Array => createHash('sha256').update(secret).digest()

/** The hash of the secret in this browser's cookie, or null where it has none. */
export const browserHash = (context: Context): Uint8Array | null => {
  const secret = getCookie(context, COOKIE)
  return secret !== undefined && SECRET.test(secret) ? hashOf(secret) : null
}

/**
 * Gives the browser its secret for `seconds` and answers its hash. One that it has already stays, so that two tabs can
 * sign in at once.
 */
export const markBrowser = (context: Context, portal: Portal, seconds: number): Uint8Array => {
  const known = getCookie(context, COOKIE)
  const secret = known !== undefined && SECRET.test(known) ? known : newSecret(portal)
  setCookie(context, COOKIE, secret, {
    path: '/api/v1/auth',
    httpOnly: true,
    sameSite: 'Lax',
    secure: portal.config.public_url.startsWith('https:'),
    maxAge: seconds,
  })
  return hashOf(secret)
}
