import * as v from 'valibot'

/** A signed-in person: the token, whose it is, and when it ends (milliseconds since the epoch). */
export type Session = { token: string; sub: string; expires_at: number }

const claims = v.object({ sub: v.string(), exp: v.number() })

/**
 * What a token says of itself (API, Sign-in: its `exp` and `sub`), or null where it cannot be read. Its signature is
 * the server's to check; here it only tells when to sign out and whose data may stay on the screen.
 */
export const sessionOfToken = (token: string): Session | null => {
  const payload = token.split('.')[1]
  const parsed = v.safeParse(claims, payload === undefined ? null : decoded(payload))
  return parsed.success ? { token, sub: parsed.output.sub, expires_at: parsed.output.exp * 1000 } : null
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
