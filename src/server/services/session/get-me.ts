import type { getMe as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import { roleOfId } from '#domain/permissions'
import type { ReadHandler } from '../../http/call'

/** The person who is signed in; `max_level` is the highest level he has anywhere. */
export const getMe: ReadHandler<typeof endpoint> = async ({ actor }) => {
  const levels = actor.permissions.map(({ role_id }) => roleOfId(role_id)?.level ?? 0)
  const { user_id: id, name, email, selected_timezone } = actor
  return accepted({ id, name, email, selected_timezone, max_level: Math.max(0, ...levels) })
}
