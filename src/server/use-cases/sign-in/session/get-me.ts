import type { getMe as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import { maxLevel } from '#domain/people/permissions'
import type { ReadHandler } from '../../call/call'

/** The signed-in person; `max_level` is their highest level anywhere. */
export const getMe: ReadHandler<typeof endpoint> = async ({ actor }) => {
  const { user_id: id, name, email, selected_timezone } = actor
  return accepted({ id, name, email, selected_timezone, max_level: maxLevel(actor.permissions) })
}
