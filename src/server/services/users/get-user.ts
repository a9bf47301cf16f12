import { refusal } from '#contract/errors'
import type { getUser as endpoint } from '#contract/users'
import { accepted, refused } from '#domain/outcome'
import { findUsers } from '../../db/users'
import type { ReadHandler } from '../../http/call'
import { authoriseInSystem } from '../authorise'
import { showUsers } from './show-users'

/** One user of the service. */
export const getUser: ReadHandler<typeof endpoint> = async ({ portal, actor, parameters, now }) => {
  const permission = authoriseInSystem(actor, 'manageUsers')
  if (!permission.ok) return permission
  const { queries } = portal.database
  const [user] = await showUsers(queries, await findUsers(queries, [parameters.user_id]), { actor, now })
  return user ? accepted(user) : refused(refusal('not_found'))
}
