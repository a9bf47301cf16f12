import { refusal } from '#contract/errors'
import type { updateMe as endpoint } from '#contract/session'
import { accepted, refused } from '#domain/outcome'
import { findUser } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { saveProfile } from '../../people/users/save-profile'
import { shownMe } from './shown-me'

/** Saves the profile of the signed-in person. Only the service changes their name. */
export const updateMe: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, body, context, now, request_id }, transaction) => {
    const { user_id } = actor
    const { id, email, selected_timezone, seen_email } = body
    if (id !== user_id) return refused(refusal('forbidden'))
    return saveProfile(transaction, { actor, now, request_id, context }, null, user_id, {
      email,
      selected_timezone,
      seen_email,
    })
  },

  answer: async ({ actor }, transaction) => {
    const user = await findUser(transaction, actor.user_id)
    if (!user) return refused(refusal('not_found'))
    return accepted(await shownMe(transaction, actor, user))
  },
}
