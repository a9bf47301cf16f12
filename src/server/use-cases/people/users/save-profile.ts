import { invalidFields, refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { FieldChange } from '../../../ground/audit/audit-entry'
import { endAssociationToken } from '../../../ground/db/association-tokens'
import { appendAudit } from '../../../ground/db/audit-log'
import { withdrawInvitation } from '../../../ground/db/messages'
import type { Transaction } from '../../../ground/db/transaction'
import { lockPeople, findUser, lockUser, updateUserRow, type UserRow } from '../../../ground/db/users'
import type { ChangedRows } from '../../../ground/db/idempotency-keys'
import type { Actor } from '../../call/call'
import { queueAddressChanged, queueAddressTakenUp } from '../../../ground/mail/queue-to-person'
import type { ServerContext } from '../../call/server-context'
import { settledTimeZone } from '../../../ground/time/time-zones'
import { needFreshSignIn } from '../../call/fresh-sign-in'
import { changedEntry, type Writing } from './account-entries'
import { personFaults } from './person-faults'
import { notifyOfSignIn } from './notify-of-sign-in'

/** A write by a signed-in person, not on the server's console. */
type ByPerson = Writing & { user_id: number }

/** The new fields of a person; missing ones stay unchanged. */
export type Profile = { name?: string; email: string; selected_timezone?: string | null | undefined }

/**
 * Saves a person's profile with its audit entry; writes nothing where nothing changes. A new email address ends an open
 * invitation, since its link went to the old one. Both addresses and the level 3 users of the person's trials are notified.
 */
export const saveProfile = async (
  transaction: Transaction,
  { context, actor, ...writing }: ByPerson & { context: ServerContext; actor: Pick<Actor, 'proved_at'> },
  userId: number,
  profile: Profile,
): Promise<Outcome<ChangedRows, Refusal>> => {
  await lockPeople(transaction)
  const before = await lockUser(transaction, userId)
  if (!before) return refused(refusal('not_found'))
  const { selected_timezone: sent = before.selected_timezone } = profile
  const isSameZone = sent === before.selected_timezone
  const selected_timezone = sent === null ? null : settledTimeZone(sent, before.selected_timezone)
  // A stored zone may stay even where it is no longer supported.
  const faults = await personFaults(transaction, [{ ...profile, selected_timezone: isSameZone ? null : sent }], userId)
  if (faults.length > 0)
    return refused(invalidFields(Object.fromEntries(faults.map((one) => [one.field, one.message]))))
  const { name = before.name, email } = profile
  // The address receives invitations and notices, so changing it decides who can sign in as that person.
  const fresh = needFreshSignIn({ actor, now: writing.now }, before.email !== email)
  if (!fresh.ok) return fresh
  const after = { name, email, selected_timezone }
  const entry = changedEntry(
    writing,
    { kind: 'user_updated', description: `User ${userId} updated: ${name}` },
    before,
    after,
  )
  if (entry.changes.length > 0) {
    const moved = before.email !== email && changeOf(before, writing)
    await updateUserRow(transaction, userId, { ...after, ...moved }, writing.now)
    const ended = before.email === email ? [] : await leaveAddress(transaction, context, { before, email, ...writing })
    await appendAudit(transaction, { ...entry, changes: [...entry.changes, ...ended] })
  }
  return accepted({ users: [userId] })
}

/** The stored facts of a change of address: until when it is too new to be trusted, and the former address. */
const changeOf = ({ email }: UserRow, { user_id, now }: ByPerson) => ({
  address_changed_at: now,
  address_changed_by: user_id,
  former_email: email,
})

/** Notifies both addresses and the trials, and ends an invitation. Returns the audit change about an ended one. */
const leaveAddress = async (
  transaction: Transaction,
  context: ServerContext,
  { before, email, user_id, now }: Pick<ByPerson, 'user_id' | 'now'> & { before: UserRow; email: string },
): Promise<FieldChange[]> => {
  const ended = await endAssociationToken(transaction, before.id, now)
  await withdrawInvitation(transaction, before.id, 'The address of its recipient was changed')
  await queueAddressChanged(transaction, context, before, { at: now })
  await queueAddressTakenUp(transaction, context, { ...before, email }, { at: now })
  const by = user_id === before.id ? before.name : ((await findUser(transaction, user_id))?.name ?? '')
  await notifyOfSignIn(transaction, context, { by, at: now, person: before, change: 'address' })
  return ended ? [{ field: 'invitation_ended', old: null, new: true }] : []
}
