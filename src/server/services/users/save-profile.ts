import { invalidFields, refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { appendAudit } from '../../db/audit-log'
import type { Transaction } from '../../db/transaction'
import { awaitPeopleTurn, holdUser, updateUserRow } from '../../db/users'
import type { ChangedRows } from '../../http/call'
import { changedEntry, type Writing } from './account-entries'
import { personFaults } from './person-faults'

/** What is to be changed of a person; what is left out stays. */
export type Profile = { name?: string; email: string; selected_timezone?: string | null | undefined }

/** Saves a person's profile with its audit entry; nothing is written where nothing is different. */
export const saveProfile = async (
  transaction: Transaction,
  writing: Writing,
  userId: number,
  profile: Profile,
): Promise<Outcome<ChangedRows, Refusal>> => {
  await awaitPeopleTurn(transaction)
  const before = await holdUser(transaction, userId)
  if (!before) return refused(refusal('not_found'))
  const { selected_timezone = before.selected_timezone } = profile
  const kept = selected_timezone === before.selected_timezone
  // A zone that was supported when it was chosen may be kept.
  const faults = await personFaults(
    transaction,
    [{ ...profile, selected_timezone: kept ? null : selected_timezone }],
    userId,
  )
  if (faults.length > 0)
    return refused(invalidFields(Object.fromEntries(faults.map((one) => [one.field, one.message]))))
  const { name = before.name, email } = profile
  const after = { name, email, selected_timezone }
  const entry = changedEntry(
    writing,
    { kind: 'user_updated', description: `User ${userId} updated: ${name}` },
    before,
    after,
  )
  if (entry.changes.length > 0) {
    await updateUserRow(transaction, userId, after)
    await appendAudit(transaction, entry)
  }
  return accepted({ users: [userId] })
}
