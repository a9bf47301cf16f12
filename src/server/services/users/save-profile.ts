import { invalidFields, refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { FieldChange } from '../../audit/audit-entry'
import { endAssociationToken } from '../../db/association-tokens'
import { appendAudit } from '../../db/audit-log'
import { withdrawInvitation } from '../../db/messages'
import type { Transaction } from '../../db/transaction'
import { awaitPeopleTurn, holdUser, updateUserRow, type UserRow } from '../../db/users'
import type { ChangedRows } from '../../http/call'
import { queueAddressChanged } from '../../mail/queue-to-person'
import type { Portal } from '../../portal'
import { changedEntry, type Writing } from './account-entries'
import { personFaults } from './person-faults'

/** What is to be changed of a person; what is left out stays. */
export type Profile = { name?: string; email: string; selected_timezone?: string | null | undefined }

/**
 * Saves a person's profile with its audit entry; nothing is written where nothing is different. Where his e-mail address is, an
 * invitation ends, since its link went to the old one, and the old one is told of the change.
 */
export const saveProfile = async (
  transaction: Transaction,
  { portal, ...writing }: Writing & { portal: Portal },
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
    const ended = before.email === email ? [] : await leaveAddress(transaction, portal, before, writing.now)
    await appendAudit(transaction, { ...entry, changes: [...entry.changes, ...ended] })
  }
  return accepted({ users: [userId] })
}

/** Answers what the audit entry tells of an invitation that ended. */
const leaveAddress = async (
  transaction: Transaction,
  portal: Portal,
  before: UserRow,
  now: string,
): Promise<FieldChange[]> => {
  const ended = await endAssociationToken(transaction, before.id, now)
  await withdrawInvitation(transaction, before.id, 'The address of its recipient was changed')
  await queueAddressChanged(transaction, portal, before, { at: now })
  return ended ? [{ field: 'invitation_ended', old: null, new: true }] : []
}
