import { invalidFields, refusal, type Refusal } from '#contract/errors'
import { accepted, refused, type Outcome } from '#domain/outcome'
import type { AuditView, FieldChange } from '../../../ground/audit/audit-entry'
import { endAssociationToken } from '../../../ground/db/association-tokens'
import { appendAudit } from '../../../ground/db/audit-log'
import { withdrawInvitation } from '../../../ground/db/messages'
import type { Transaction } from '../../../ground/db/transaction'
import { lockPeople, lockUser, updateUserRow, type UserRow } from '../../../ground/db/users'
import type { ChangedRows } from '../../../ground/db/idempotency-keys'
import type { Actor, RequestFacts } from '../../call/call'
import { queueToPerson } from '../../../ground/mail/queue-to-person'
import type { ServerContext } from '../../call/server-context'
import { settledTimeZone } from '../../../ground/time/time-zones'
import { needFreshSignIn } from '../../call/fresh-sign-in'
import { changedEntry } from './account-entries'
import { personFaults } from './person-faults'
import { formerAddressesOf, notifyOfSignIn } from './notify-of-sign-in'

/** The call of somebody, not on the server's console. */
type ByPerson = Pick<RequestFacts, 'now' | 'request_id'> & { context: ServerContext; actor: Actor }

/** The new fields of a person; missing ones stay unchanged. `seen_email` is the stored address that the caller saw, where they said so. */
export type Profile = {
  name?: string
  email: string
  selected_timezone?: string | null | undefined
  seen_email?: string | undefined
}

/**
 * Saves a person's profile with its audit entry; writes nothing where nothing changes. Refused where it would replace an address that
 * the caller has not seen. A new email address ends an open
 * invitation, since its link went to the old one. Both addresses and the level 3 users of the person's trials are notified.
 */
export const saveProfile = async (
  transaction: Transaction,
  call: ByPerson,
  view: AuditView | null,
  userId: number,
  profile: Profile,
): Promise<Outcome<ChangedRows, Refusal>> => {
  await lockPeople(transaction)
  const before = await lockUser(transaction, userId)
  if (!before) return refused(refusal('not_found'))
  if (profile.email !== before.email && (profile.seen_email ?? before.email) !== before.email)
    return refused(refusal('address_changed_meanwhile'))
  const { selected_timezone: sent = before.selected_timezone } = profile
  const isSameZone = sent === before.selected_timezone
  const selected_timezone = sent === null ? null : settledTimeZone(sent, before.selected_timezone)
  // A stored zone may stay even where it is no longer supported.
  const faults = await personFaults(transaction, [{ ...profile, selected_timezone: isSameZone ? null : sent }], userId)
  if (faults.length > 0)
    return refused(invalidFields(Object.fromEntries(faults.map((one) => [one.field, one.message]))))
  const { name = before.name, email } = profile
  // Whoever changes where a person's invitations and notices go decides who can sign in as that person.
  const fresh = needFreshSignIn(call, before.email !== email)
  if (!fresh.ok) return fresh
  const after = { name, email, selected_timezone }
  const entry = changedEntry(
    { call, view },
    { kind: 'user_updated', description: `User ${userId} updated: ${name}` },
    before,
    after,
  )
  if (entry.changes.length > 0) {
    const moved = before.email !== email && changeOf(before, call)
    await updateUserRow(transaction, userId, { ...after, ...moved }, call.now)
    const ended = before.email === email ? [] : await leaveAddress(transaction, call, before, email)
    await appendAudit(transaction, { ...entry, changes: [...entry.changes, ...ended] })
  }
  return accepted({ users: [userId] })
}

/** The stored facts of a change of address: until when it is too new to be trusted, and the addresses before it. */
const changeOf = (before: UserRow, { actor, now }: ByPerson) => ({
  address_changed_at: now,
  address_changed_by: actor.user_id,
  former_email: before.email,
  earlier_emails: formerAddressesOf(before, now),
})

/** Notifies both addresses and the trials, and ends an invitation. Returns the audit change about an ended one. */
const leaveAddress = async (
  transaction: Transaction,
  { context, actor, now }: ByPerson,
  before: UserRow,
  email: string,
): Promise<FieldChange[]> => {
  const ended = await endAssociationToken(transaction, before.id, now)
  await withdrawInvitation(transaction, before.id)
  await queueToPerson(transaction, context, before, { kind: 'address_changed', at: now })
  await queueToPerson(transaction, context, { ...before, email }, { kind: 'address_taken_up', at: now })
  await notifyOfSignIn(transaction, context, {
    by: actor.user_id === before.id ? before.name : actor.name,
    at: now,
    person: before,
    change: 'address',
  })
  return ended ? [{ field: 'invitation_ended', old: null, new: true }] : []
}
