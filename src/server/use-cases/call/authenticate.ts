import { refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { earlier } from '../../ground/time/clock'
import type { Actor } from './call'
import type { ServerContext } from './server-context'

/** The caller, and a renewed token where one is due. */
export type Authenticated = { actor: Actor; refreshed_token: string | null }

/**
 * The caller of a request by its `Authorization` header, with their present permissions. Refuses with a code of its own for no
 * token, a foreign or expired one, a revoked one or an idle session (neither where the call accepts ended sessions), and an
 * inactive or expired account. `idleSeconds`: since a person touched the device.
 */
export const authenticate = async (
  context: ServerContext,
  authorization: string | undefined,
  acceptsEndedSessions: boolean,
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
  // Before the end of the session, which the account's end brings with it: signing in again would not help.
  const fault = accountFault({ is_active, expires_at }, now)
  if (fault !== null) return refused(refusal(fault))
  if (session.ended_at !== null && !acceptsEndedSessions) return refused(refusal('token_revoked'))
  // Nothing is written: an idle session stays idle, since its requests no longer count as activity.
  const isIdle = session.active_at <= idleSince(context, now)
  if (isIdle && !acceptsEndedSessions) return refused(refusal('session_idle'))
  // An ended session stays ended, so its token is not renewed.
  if (session.ended_at !== null || isIdle) return accepted({ actor, refreshed_token: null })
  const later = await context.tokens.renew(claims.value, now)
  context.sessionActivity.record(session, now, earlier(now, idleSeconds), later?.expires_at ?? null)
  return accepted({ actor, refreshed_token: later?.token ?? null })
}

/** The instant since which a session must have been active so as not to be idle at `now`. */
export const idleSince = ({ config }: Pick<ServerContext, 'config'>, now: string): string =>
  earlier(now, config.session_idle_minutes * 60)

/** Why an account cannot be used at `now`, or null. */
export const accountFault = (
  account: { is_active: boolean; expires_at: string | null },
  now: string,
): 'account_inactive' | 'account_expired' | null => {
  if (!account.is_active) return 'account_inactive'
  return account.expires_at !== null && account.expires_at <= now ? 'account_expired' : null
}

const BEARER = /^Bearer +([\w.-]+)$/i
