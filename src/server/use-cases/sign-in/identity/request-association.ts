import { refusal } from '#contract/errors'
import type { requestAssociation as endpoint } from '#contract/identity'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { earlier, later } from '../../../ground/time/clock'
import { replaceAssociationToken } from '../../../ground/db/association-tokens'
import { appendAudit } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import { findUserProfiles, hasHadProfile } from '../../../ground/db/user-profiles'
import { findUser, lockUser, type UserRow } from '../../../ground/db/users'
import type { Actor, WriteHandler } from '../../call/call'
import { queueToPerson } from '../../../ground/mail/queue-to-person'
import { accountFault } from '../../call/authenticate'
import { hashOf, newSecret } from '../../../ground/secrets/random-secret'
import { authoriseOverPerson } from '../../people/users/authorise-over-person'

/** How long an invitation is valid, in seconds. */
const INVITATION_LIFE = 7 * 24 * 60 * 60

/** How old an address or administrator's account must be for an invitation, in seconds. */
const ADDRESS_TRUSTED_AFTER = 7 * 24 * 60 * 60

/**
 * Whether a person's address is too new for this administrator to invite them: the person once had an account, somebody else
 * changed the address recently, and the administrator is the one who did, or has a new account.
 */
const isAddressTooNew = async (
  transaction: Transaction,
  person: UserRow,
  actor: Actor,
  now: string,
): Promise<boolean> => {
  const { id, address_changed_at, address_changed_by } = person
  const trusted = earlier(now, ADDRESS_TRUSTED_AFTER)
  if (address_changed_at === null || address_changed_at <= trusted || address_changed_by === id) return false
  if (!(await hasHadProfile(transaction, id))) return false
  const second = await findUser(transaction, actor.user_id)
  return address_changed_by === actor.user_id || second === undefined || second.created_at > trusted
}

/**
 * Sends a person the email with the link by which they associate an account to sign in with. The link works once, for seven
 * days; only its hash is stored, and an earlier link ends. Refuses for an account that may not be used, a person who reaches or
 * sees more than the caller, an address that is too new (decision 0025), and with `unless_associated` a person who has an
 * account.
 */
export const requestAssociation: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, view, body: { user_id, unless_associated }, context, now, request_id }, transaction) => {
    const person = await lockUser(transaction, user_id)
    if (!person) return refused(refusal('not_found'))
    const over = await authoriseOverPerson(transaction, actor, user_id)
    if (!over.ok) return over
    if (accountFault(person, now) !== null) return refused(refusal('user_not_invitable'))
    if (unless_associated && (await findUserProfiles(transaction, [user_id])).length > 0)
      return refused(refusal('already_associated'))
    if (await isAddressTooNew(transaction, person, actor, now)) return refused(refusal('address_too_new'))
    const secret = newSecret(context)
    const expires_at = later(now, INVITATION_LIFE)
    const token = { user_id, token_hash: hashOf(secret), created_at: now, expires_at }
    await replaceAssociationToken(transaction, token)
    const news = { kind: 'invitation', at: now, by: actor.name, expires_at } as const
    await queueToPerson(transaction, context, person, news, secret)
    await appendAudit(
      transaction,
      auditEntry({ actor, now, request_id }, view, {
        kind: 'association_requested',
        description: `User ${user_id} was sent an invitation to associate an account: ${person.name}`,
      }),
    )
    return accepted({ users: [user_id] })
  },
  answer: async () => accepted(undefined),
}
