import { refusal } from '#contract/errors'
import type { saveDisplaySettings as endpoint } from '#contract/session'
import { accepted, refused } from '#domain/outcome'
import { changeDisplaySettings } from '../../../ground/db/display-settings'
import { findUser } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { shownMe } from './shown-me'

/** Changes how the portal looks to the signed-in person. Not in the audit log: it changes no record and no right (decision 0074). */
export const saveDisplaySettings: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, body, now }, transaction) => {
    await changeDisplaySettings(transaction, actor.user_id, body, now)
    return accepted({ users: [actor.user_id] })
  },

  answer: async ({ actor }, transaction) => {
    const user = await findUser(transaction, actor.user_id)
    return user ? accepted(await shownMe(transaction, actor, user)) : refused(refusal('not_found'))
  },
}
