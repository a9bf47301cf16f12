import type { updateUser as endpoint } from '#contract/user-accounts'
import type { WriteHandler } from '../../http/call'
import { authoriseInSystem } from '../authorise'
import { answerUser } from './answer-user'
import { saveProfile } from './save-profile'

/** Saves the profile of a user of the service. */
export const updateUser: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, body, parameters, portal, now, request_id }, transaction) => {
    const permission = authoriseInSystem(actor, 'manageUsers')
    if (!permission.ok) return permission
    const { name, email, selected_timezone } = body
    const writing = { user_id: actor.user_id, role: permission.value.role.title, now, request_id, portal }
    return saveProfile(transaction, writing, parameters.user_id, { name, email, selected_timezone })
  },

  answer: answerUser,
}
