import type { getMe as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import type { ReadHandler } from '../../call/call'
import { shownMe } from './shown-me'

/** The signed-in person. */
export const getMe: ReadHandler<typeof endpoint> = async ({ actor, context }) =>
  accepted(await shownMe(context.database.queries, actor, { ...actor, id: actor.user_id }))
