import * as v from 'valibot'

/**
 * A signed-in person: the token, its person, the id of the session that renewals keep, and the expiry (milliseconds since the
 * epoch).
 */
export type Session = { token: string; sub: string; id: string; expires_at: number }

const claims = v.object({ sub: v.string(), sid: v.string(), exp: v.number() })

/**
 * The claims of a token (`exp`, `sub` and `sid`), or null where it cannot be read. The server checks its signature; here it
 * only decides when to sign out and whose data may stay on the screen.
 */
export const sessionOfToken = (token: string): Session | null => {
  const payload = token.split('.')[1]
  const parsed = v.safeParse(claims, payload === undefined ? null : decoded(payload))
  if (!parsed.success) return null
  const { sub, sid, exp } = parsed.output
  return { token, sub, id: sid, expires_at: exp * 1000 }
}

export const isExpired = (session: Session, now: number): boolean => session.expires_at <= now

const decoded = (base64url: string): unknown => {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0))))
  } catch {
    return null
  }
}
