import { systemCountsIn, type StoredPermission } from '#domain/people/permissions'
import { protectedTrialsAmong } from '../../../ground/db/granting-trials'
import type { Transaction } from '../../../ground/db/transaction'
import { queueProtectedAccess } from '../../../ground/mail/announcements'
import type { Mailing } from '../../../ground/mail/queue-messages'
import { storedRole } from '../../../ground/stored-names'

/** A person with their permissions everywhere, before and after a write. */
type PersonPermissionChange = {
  name: string
  before: readonly StoredPermission[]
  after: readonly StoredPermission[]
}

/**
 * Notifies the level 3 users of every protected trial in which a role of the system now counts for one of these people: because
 * they got a permission in the trial, or have one and got the role.
 */
export const notifyOfAccess = async (
  transaction: Transaction,
  context: Mailing,
  deed: { by: string; at: string },
  people: readonly PersonPermissionChange[],
): Promise<void> => {
  const named = new Set(people.flatMap(({ after }) => after.flatMap(({ trial_id }) => trial_id ?? [])))
  for (const trial of await protectedTrialsAmong(transaction, [...named])) {
    for (const { name: person, before, after } of people) {
      if (!systemCountsIn(trial, after) || systemCountsIn(trial, before)) continue
      await queueProtectedAccess(transaction, context, { ...deed, trial, person, role: roleIn(trial.id, after) })
    }
  }
}

/** The role by which a person reaches a protected trial: one of the whole trial, since one of a site does not count. */
const roleIn = (trialId: number, permissions: readonly StoredPermission[]): string => {
  const ofTrial = permissions.find(({ trial_id, site_id }) => trial_id === trialId && site_id === null)
  if (!ofTrial) throw new Error(`no permission in the whole of trial ${trialId}`)
  return storedRole(ofTrial.role_id).title
}
