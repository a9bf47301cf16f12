import type { listOwnSessions as endpoint } from '#contract/identity'
import { accepted } from '#domain/outcome'
import { listSessions } from '../../../ground/db/sessions'
import type { ReadHandler } from '../../call/call'
import { idleSince } from '../../call/authenticate'

/** The person's sessions. The present one counts as active now, whatever was recorded. */
export const listOwnSessions: ReadHandler<typeof endpoint> = async ({ context, actor, now }) => {
  const sessions = await listSessions(context.database.queries, actor.user_id, now, idleSince(context, now))
  const shownSessions = sessions.map(({ id, number, last_seen_at, ...session }) => {
    const is_current = id === actor.session_id
    return { ...session, id: number, last_seen_at: is_current ? now : last_seen_at, is_current }
  })
  return accepted({
    data: [...shownSessions.filter((one) => one.is_current), ...shownSessions.filter((one) => !one.is_current)],
  })
}
