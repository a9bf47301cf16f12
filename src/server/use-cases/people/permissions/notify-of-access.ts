import { roleOfId, systemCountsIn, type StoredPermission } from '#domain/people/permissions'
import { protectedTrialsAmong } from '../../../ground/db/granting-trials'
import type { Transaction } from '../../../ground/db/transaction'
import { queueProtectedAccess } from '../../../ground/mail/announcements'
import type { Mailing } from '../../../ground/mail/queue-messages'

/** A person, and the permissions they have everywhere, before something was written and after it. */
type PersonHolding = {
  name: string
  before: readonly StoredPermission[]
  after: readonly StoredPermission[]
}

/**
 * Tells the level 3 users of every protected trial in which a role of the system counts for one of these people from now on that
 * it does: because they were given a permission in it, or because they have one and were given the role.
 */
export const notifyOfAccess = async (
  transaction: Transaction,
  context: Mailing,
  deed: { by: string; at: string },
  people: readonly PersonHolding[],
): Promise<void> => {
  const named = new Set(people.flatMap(({ after }) => after.flatMap(({ trial_id }) => trial_id ?? [])))
  for (const trial of await protectedTrialsAmong(transaction, [...named])) {
    for (const { name: person, before, after } of people) {
      if (!systemCountsIn(trial, after) || systemCountsIn(trial, before)) continue
      await queueProtectedAccess(transaction, context, { ...deed, trial, person, role: roleIn(trial.id, after) })
    }
  }
}

/** The role by which somebody was let into a trial: one of the whole trial, for one of a site lets nobody in. */
const roleIn = (trialId: number, permissions: readonly StoredPermission[]): string =>
  permissions
    .filter(({ trial_id, site_id }) => trial_id === trialId && site_id === null)
    .map(({ role_id }) => roleOfId(role_id)?.title)
    .find((title) => title !== undefined) ?? ''
