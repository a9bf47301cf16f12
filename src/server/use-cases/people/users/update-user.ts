import type { updateUser as endpoint } from '#contract/user-accounts'
import { lockPeople, findUser } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { answerUser } from './answer-user'
import { authoriseOverPerson } from './authorise-over-person'
import { saveProfile } from './save-profile'

/** Saves the profile of a user of the service. Nobody changes the address of a user who reaches or sees more than they do. */
export const updateUser: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, view, body, parameters, context, now, request_id }, transaction) => {
    const { name, email, selected_timezone, seen_email } = body
    await lockPeople(transaction)
    const before = await findUser(transaction, parameters.user_id)
    const over = await authoriseOverPerson(transaction, actor, parameters.user_id)
    if (before && before.email !== body.email && !over.ok) return over
    return saveProfile(transaction, { actor, now, request_id, context }, view, parameters.user_id, {
      name,
      email,
      selected_timezone,
      seen_email,
    })
  },

  answer: answerUser,
}
