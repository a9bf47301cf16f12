import type { nameTrialUsers as endpoint } from '#contract/trial-users'
import { accepted } from '#domain/outcome'
import { findUsers } from '../../db/users'
import type { ReadHandler } from '../../http/call'
import { authoriseInSystem, authoriseInTrial } from '../authorise'
import { isExpired } from './is-expired'

/** Who the users of a list are, for somebody who may import the users of this trial and sees all users of the service. */
export const nameTrialUsers: ReadHandler<typeof endpoint> = async ({ portal, actor, parameters, body, now }) => {
  const { queries } = portal.database
  const view = await authoriseInTrial(queries, actor, parameters.trial_id, 'importTrialUsers')
  if (!view.ok) return view
  const whole = authoriseInSystem(actor, 'manageUsers')
  if (!whole.ok) return whole
  const people = await findUsers(queries, body.user_ids)
  const data = people.map((person) => {
    const { id, name, email, is_active } = person
    return { id, name, email, is_active, is_expired: isExpired(person, now) }
  })
  return accepted({ data })
}
