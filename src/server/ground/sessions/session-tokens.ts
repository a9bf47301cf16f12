import { sha256 } from '../secrets/sha256'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { compactVerify, errors, SignJWT } from 'jose'
import * as v from 'valibot'
import { TOKEN_ALGORITHM } from './make-signing-key'
import type { SigningKeys } from './signing-keys'

/** The longest session, in seconds from the sign-in, however often its token is renewed. */
export const LONGEST_SESSION_SECONDS = 24 * 60 * 60
/** A token is renewed once this part of its life is over. */
const PART_BEFORE_RENEWAL = 1 / 10
/** How many verified tokens are remembered; each takes a few hundred bytes. */
const MAX_REMEMBERED = 5000

/**
 * The claims of a token, times in seconds since the epoch: `auth_time` is the sign-in, `iat` this token's own
 * beginning.
 */
type SessionClaims = { sub: string; sid: string; auth_time: number; iat: number; exp: number }

type SignedToken = { token: string; expires_at: string }

type SignedIn = { session_id: string; user_id: number; signed_in_at: string }

export type SessionTokens = {
  /** Reads keys that another process made or deleted; called before anything else, outside any transaction. */
  refreshKeys: (now: string) => Promise<void>
  /** A token for a session from `at` on. The same session and moment give the same token. */
  issue: (session: SignedIn, at: string) => Promise<SignedToken>
  /** The claims of a token that one of our keys signed and that has not expired at `at`. */
  read: (token: string, at: string) => Promise<Outcome<SessionClaims, 'token_invalid' | 'token_expired'>>
  /** A later token of the same session, or null while none is due or the session is at its end. */
  renew: (claims: SessionClaims, at: string) => Promise<SignedToken | null>
  /** The expiry of a token issued at `at`, for a session that began at `signedInAt`. */
  goodUntil: (signedInAt: string, at: string) => string
}

/** Makes and checks tokens signed with `keys`, each valid for `sessionHours`; `issuer` is their `iss`. */
export const createSessionTokens = (keys: SigningKeys, issuer: string, sessionHours: number): SessionTokens => {
  const lifeSeconds = sessionHours * 60 * 60
  const expiry = (authTime: number, iat: number) =>
    Math.floor(Math.min(iat + lifeSeconds, authTime + LONGEST_SESSION_SECONDS))

  const sign = async ({ sid, auth_time, sub, iat, exp }: SessionClaims) => {
    const { kid, privateKey } = keys.signing(instant(iat))
    return new SignJWT({ sid, auth_time })
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(sub)
      .setIssuedAt(iat)
      .setExpirationTime(exp)
      .sign(privateKey)
  }

  const remembered = new Map<string, SessionClaims>()
  const verified = async (token: string, at: string): Promise<SessionClaims | null> => {
    const digest = sha256(token).toString('base64')
    const cached = remembered.get(digest)
    if (cached) return cached
    const claims = await verify(keys, token, at)
    if (claims === null) return null
    const [oldest] = remembered.keys()
    if (oldest !== undefined && remembered.size >= MAX_REMEMBERED) remembered.delete(oldest)
    remembered.set(digest, claims)
    return claims
  }

  return {
    refreshKeys: (now) => keys.refresh(now),
    issue: async ({ session_id, user_id, signed_in_at }, at) => {
      const auth_time = seconds(signed_in_at)
      const iat = seconds(at)
      const exp = expiry(auth_time, iat)
      const token = await sign({ sub: String(user_id), sid: session_id, auth_time, iat, exp })
      return { token, expires_at: instant(exp) }
    },
    read: async (token, at) => {
      const claims = await verified(token, at)
      if (claims === null) return refused('token_invalid')
      return claims.exp > seconds(at) ? accepted(claims) : refused('token_expired')
    },
    renew: async (claims, at) => {
      const iat = seconds(at)
      const exp = expiry(claims.auth_time, iat)
      const isDue = iat - claims.iat >= lifeSeconds * PART_BEFORE_RENEWAL
      if (!isDue || exp <= claims.exp) return null
      return { token: await sign({ ...claims, iat, exp }), expires_at: instant(exp) }
    },
    goodUntil: (signedInAt, at) => instant(expiry(seconds(signedInAt), seconds(at))),
  }
}

const seconds = (instant: string): number => Math.floor(Date.parse(instant) / 1000)
const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.regex(/^[1-9]\d*$/)),
  sid: v.pipe(v.string(), v.uuid()),
  auth_time: v.pipe(v.number(), v.integer()),
  iat: v.pipe(v.number(), v.integer()),
  exp: v.pipe(v.number(), v.integer()),
})

/**
 * The claims of a token, or null where none of our keys signed it. Its issuer is not compared: only a process of this
 * database has the key, whatever its address.
 */
const verify = async (keys: SigningKeys, token: string, at: string): Promise<SessionClaims | null> => {
  try {
    const { payload } = await compactVerify(
      token,
      async ({ kid = '' }) => {
        await keys.refresh(at, kid)
        const key = keys.publicKey(kid)
        if (!key) throw new errors.JWKSNoMatchingKey()
        return key
      },
      { algorithms: [TOKEN_ALGORITHM] },
    )
    return v.parse(claimsSchema, JSON.parse(new TextDecoder().decode(payload)))
  } catch (error) {
    // The library's error for an invalid token; any other is a defect.
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}
