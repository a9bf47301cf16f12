import { pageOf } from '#contract/fields'
import type { listTrials as endpoint } from '#contract/trials'
import { accepted } from '#domain/outcome'
import { canInSystem, systemPermission, type StoredPermission } from '#domain/people/permissions'
import { listTrials as listTrialRows, type ReachedTrials } from '../../ground/db/trials'
import type { ReadHandler } from '../call/call'
import { shownTrialSummary } from './show-trial'

/** The trials a person reaches by their permissions. */
export const reachedTrials = (permissions: readonly StoredPermission[]): ReachedTrials => ({
  trial_ids: [...new Set(permissions.flatMap(({ trial_id }) => trial_id ?? []))],
  every_unprotected: canInSystem(systemPermission(permissions), 'viewUnprotectedTrials'),
})

/** One page of the trials that the person may see. */
export const listTrials: ReadHandler<typeof endpoint> = async ({ context, actor, query }) => {
  const reached = reachedTrials(actor.permissions)
  const { rows, total } = await listTrialRows(context.database.queries, { reached, ...query })
  return accepted(
    pageOf(
      rows.map((trial) => shownTrialSummary(trial, actor.permissions)),
      query,
      total,
    ),
  )
}
