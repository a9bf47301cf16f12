import { pageOf } from '#contract/fields'
import { inTrial } from '#contract/needs'
import { listUsers as endpoint } from '#contract/users'
import { accepted } from '#domain/outcome'
import { listUsers as listRows } from '../../../ground/db/users'
import type { ReadHandler } from '../../call/call'
import { authorise, viewOfSystem } from '../../call/authorise'
import { showUsers } from './show-users'

const LOOKS_AFTER_TRIAL = { needs: inTrial(endpoint.needs.in_trial) }

/**
 * One page of the service's users. People who manage only one trial, and name it, get ids and names, and find a user by the
 * whole email address, so that addresses cannot be guessed letter by letter. They can neither filter by the state of an account
 * nor sort by addresses: the list of a trial's users has the state of those alone.
 */
export const listUsers: ReadHandler<typeof endpoint> = async ({ context, actor, query, now }) => {
  const { queries } = context.database
  const { trial: trial_id } = query
  if (trial_id !== undefined) {
    const view = await authorise(queries, LOOKS_AFTER_TRIAL, { actor, parameters: { trial_id } })
    if (!view.ok) return view
  }
  const systemView = viewOfSystem(actor, endpoint.needs.in_system)
  if (!systemView.ok && trial_id === undefined) return systemView
  const asksOfAccounts = query.association !== undefined || query.account !== undefined || query.sort === 'email'
  if (!systemView.ok && asksOfAccounts) return systemView
  const { rows, total } = await listRows(queries, { ...query, now, email: systemView.ok ? 'part' : 'whole' })
  const users = systemView.ok
    ? await showUsers(queries, rows, { actor, now, trial_id })
    : rows.map(({ id, name }) => ({ id, name }))
  return accepted(pageOf(users, query, total))
}
