import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { Actor } from '../../http/call'
import type { Portal } from '../../portal'

/** Who makes a request, and a later token for him where one is due. */
export type Authenticated = { actor: Actor; refreshed_token: string | null }

/**
 * The person behind an `Authorization` header, with his permissions as they are now. Refuses with a code that tells why:
 * no token, one that is not ours, expired or revoked (save where the call takes ended sessions), or an account that is
 * inactive or has expired.
 */
export const authenticate = async (
  portal: Portal,
  authorization: string | undefined,
  takesEndedSessions: boolean,
): Promise<Outcome<Authenticated, Refusal>> => {
  if (!authorization) return refused(refusal('no_token'))
  const [, token] = BEARER.exec(authorization) ?? []
  if (token === undefined) return refused(refusal('token_invalid'))
  const now = portal.now()
  const claims = await portal.tokens.read(token, now)
  if (!claims.ok) return refused(refusal(claims.refusal))

  const session = await portal.readSession(claims.value.sid)
  if (!session || String(session.user_id) !== claims.value.sub) return refused(refusal('token_invalid'))
  const { ended_at: _, last_seen_at: __, is_active, expires_at, ...actor } = session
  // Told before the session's end, which it brings with it: signing in again would not help.
  const fault = accountFault({ is_active, expires_at }, now)
  if (fault !== null) return refused(refusal(fault))
  if (session.ended_at !== null && !takesEndedSessions) return refused(refusal('token_revoked'))
  // An ended session stays ended: no later token for it.
  if (session.ended_at !== null) return accepted({ actor, refreshed_token: null })
  const later = await portal.tokens.renew(claims.value, now)
  portal.sightings.note(session, now, later?.expires_at ?? null)
  return accepted({ actor, refreshed_token: later?.token ?? null })
}

/** What keeps an account from being used at `now`, or null. */
export const accountFault = (
  account: { is_active: boolean; expires_at: string | null },
  now: string,
): 'account_inactive' | 'account_expired' | null => {
  if (!account.is_active) return 'account_inactive'
  return account.expires_at !== null && account.expires_at <= now ? 'account_expired' : null
}

const BEARER = /^Bearer +([\w.-]+)$/i
