import { refusal } from '#contract/errors'
import type { listUserPermissions as endpoint } from '#contract/user-permissions'
import { accepted, refused } from '#domain/outcome'
import { protectedAmong } from '../../../ground/db/granting-trials'
import { findLivePermissions } from '../../../ground/db/user-permissions'
import { findUser } from '../../../ground/db/users'
import type { ReadHandler } from '../../call/call'
import { mayLookAfter, shownPermission } from './show-permission'

/** A user's permissions where the caller manages users. Refuses with 403 where they do so nowhere. */
export const listUserPermissions: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const { queries } = context.database
  const protectedTrials = await protectedAmong(
    queries,
    actor.permissions.flatMap(({ trial_id }) => trial_id ?? []),
  )
  const trialIds = [null, ...actor.permissions.map(({ trial_id }) => trial_id)]
  const looksAfter = (trial_id: number | null) =>
    mayLookAfter(actor, { trial_id, is_protected_trial: trial_id !== null && protectedTrials.has(trial_id) })
  if (!trialIds.some(looksAfter)) return refused(refusal('forbidden'))
  if (!(await findUser(queries, parameters.user_id))) return refused(refusal('not_found'))
  const rows = await findLivePermissions(queries, [parameters.user_id])
  return accepted({ data: rows.filter((row) => mayLookAfter(actor, row)).map(shownPermission) })
}
