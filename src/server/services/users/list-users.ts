import { pageOf } from '#contract/fields'
import type { listUsers as endpoint } from '#contract/users'
import { accepted } from '#domain/outcome'
import { listUsers as listRows } from '../../db/users'
import type { ReadHandler } from '../../http/call'
import { authoriseInSystem, authoriseInTrial } from '../authorise'
import { showUsers } from './show-users'

/**
 * One page of the service's users. Who looks after one trial only, and names it, gets ids and names, and finds somebody by
 * their whole email address, so that addresses cannot be guessed letter by letter; what an account is like is no filter to them.
 */
export const listUsers: ReadHandler<typeof endpoint> = async ({ context, actor, query, now }) => {
  const { queries } = context.database
  const { trial: trial_id } = query
  if (trial_id !== undefined) {
    const view = await authoriseInTrial(queries, actor, trial_id, 'manageTrialUsers')
    if (!view.ok) return view
  }
  const whole = authoriseInSystem(actor, 'manageUsers')
  if (!whole.ok && trial_id === undefined) return whole
  if (!whole.ok && (query.association !== undefined || query.account !== undefined)) return whole
  const { rows, total } = await listRows(queries, { ...query, now, email: whole.ok ? 'part' : 'whole' })
  const users = whole.ok
    ? await showUsers(queries, rows, { actor, now, trial_id })
    : rows.map(({ id, name }) => ({ id, name }))
  return accepted(pageOf(users, query, total))
}
