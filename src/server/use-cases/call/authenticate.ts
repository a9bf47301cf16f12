import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { earlier } from '../../ground/time/clock'
import type { Actor } from './call'
import type { ServerContext } from './server-context'

/** Who makes a request, and a later token for them where one is due. */
export type Authenticated = { actor: Actor; refreshed_token: string | null }

/**
 * The person behind an `Authorization` header, with their permissions as they are now. Refuses with a code that tells why:
 * no token, one that is not ours, expired or revoked, of a session in which nobody did anything for long (these two save where the
 * call takes ended sessions), or an account that is inactive or has expired. `idleSeconds`: since a person touched the device.
 */
export const authenticate = async (
  context: ServerContext,
  authorization: string | undefined,
  takesEndedSessions: boolean,
  idleSeconds: number,
): Promise<Outcome<Authenticated, Refusal>> => {
  if (!authorization) return refused(refusal('no_token'))
  const [, token] = BEARER.exec(authorization) ?? []
  if (token === undefined) return refused(refusal('token_invalid'))
  const now = context.now()
  const claims = await context.tokens.read(token, now)
  if (!claims.ok) return refused(refusal(claims.refusal))

  const session = await context.readSession(claims.value.sid)
  if (!session || String(session.user_id) !== claims.value.sub) return refused(refusal('token_invalid'))
  const { ended_at: _, last_seen_at: __, active_at: ___, is_active, expires_at, ...actor } = session
  // Told before the session's end, which it brings with it: signing in again would not help.
  const fault = accountFault({ is_active, expires_at }, now)
  if (fault !== null) return refused(refusal(fault))
  if (session.ended_at !== null && !takesEndedSessions) return refused(refusal('token_revoked'))
  // Nothing needs to be written for it: no request of an idle session is noted any more, so it stays so.
  const isIdle = session.active_at <= idleSince(context, now)
  if (isIdle && !takesEndedSessions) return refused(refusal('session_idle'))
  // An ended session stays ended: no later token for it.
  if (session.ended_at !== null || isIdle) return accepted({ actor, refreshed_token: null })
  const later = await context.tokens.renew(claims.value, now)
  context.sessionActivity.record(session, now, earlier(now, idleSeconds), later?.expires_at ?? null)
  return accepted({ actor, refreshed_token: later?.token ?? null })
}

/** The moment since which somebody must have done something in a session that goes on at `now`. */
export const idleSince = ({ config }: Pick<ServerContext, 'config'>, now: string): string =>
  earlier(now, config.session_idle_minutes * 60)

/** What keeps an account from being used at `now`, or null. */
export const accountFault = (
  account: { is_active: boolean; expires_at: string | null },
  now: string,
): 'account_inactive' | 'account_expired' | null => {
  if (!account.is_active) return 'account_inactive'
  return account.expires_at !== null && account.expires_at <= now ? 'account_expired' : null
}

const BEARER = /^Bearer +([\w.-]+)$/i
