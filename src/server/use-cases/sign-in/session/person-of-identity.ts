import { refusal, type Refusal } from '#contract/errors'
import { providerTitle, type IdentityProviderId } from '#domain/sign-in/identity'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { findInvitedId, spendAssociationToken } from '../../../ground/db/association-tokens'
import { appendAudit } from '../../../ground/db/audit-log'
import type { Transaction } from '../../../ground/db/transaction'
import { findProfileOfAccount, insertUserProfile } from '../../../ground/db/user-profiles'
import { lockUser, type UserRow } from '../../../ground/db/users'
import { queueToPerson } from '../../../ground/mail/queue-to-person'
import type { ServerContext } from '../../call/server-context'
import { addressesOf, notifyOfSignIn } from '../../people/users/notify-of-sign-in'
import { accountFault } from '../../call/authenticate'
import type { Identity } from '../../../ground/sessions/relying-party'

/** The person who signs in, and their association. */
export type IdentifiedPerson = { user: UserRow; profile_id: number }

/** Why a person cannot sign in, with their user id where it was proved. */
export type SignInRefusal = Refusal & { user_id?: number }

type SigningIn = {
  context: ServerContext
  now: string
  request_id: string
  idp: IdentityProviderId
  identity: Identity
}

/**
 * The person of a proved identity, locked until the transaction ends, so that nobody deactivates the account or ends the
 * association meanwhile. Refuses an identity without a person, and an account that may not be used.
 */
export const personOfIdentity = async (
  transaction: Transaction,
  { identity, now }: SigningIn,
): Promise<Outcome<IdentifiedPerson, SignInRefusal>> => {
  const association = await findProfileOfAccount(transaction, identity)
  const user = association && (await lockUser(transaction, association.user_id))
  const profile = user && (await findProfileOfAccount(transaction, identity))
  if (!profile || profile.user_id !== user.id) return refused(refusal('identity_unknown'))
  const fault = accountFault(user, now)
  return fault === null ? accepted({ user, profile_id: profile.id }) : refused({ ...refusal(fault), user_id: user.id })
}

/**
 * Associates the identity with the invited person and uses the invitation up. Refuses an invalid invitation, an account that
 * may not be used, and an identity of another person; then the invitation stays valid.
 */
export const invitedWithIdentity = async (
  transaction: Transaction,
  signingIn: SigningIn,
  associationHash: Uint8Array,
): Promise<Outcome<IdentifiedPerson, Refusal>> => {
  const { identity, idp, now } = signingIn
  const userId = await findInvitedId(transaction, associationHash, now)
  const user = userId === undefined ? undefined : await lockUser(transaction, userId)
  if (!user) return refused(refusal('association_token_invalid'))
  const fault = accountFault(user, now)
  if (fault !== null) return refused(refusal(fault))
  if (!(await spendAssociationToken(transaction, associationHash, now)))
    return refused(refusal('association_token_invalid'))

  const associated = await insertUserProfile(transaction, { user_id: user.id, idp, ...identity, created_at: now })
  if (associated) {
    await announceAssociation(transaction, signingIn, user, associated.id)
    return accepted({ user, profile_id: associated.id })
  }
  const profile = await findProfileOfAccount(transaction, identity)
  return profile?.user_id === user.id ? accepted({ user, profile_id: profile.id }) : refused(refusal('identity_taken'))
}

const announceAssociation = async (
  transaction: Transaction,
  signingIn: SigningIn,
  user: UserRow,
  profileId: number,
) => {
  const { context, idp, now, request_id } = signingIn
  const provider = providerTitle(idp)
  for (const address of addressesOf(user, now))
    await queueToPerson(transaction, context, address, { kind: 'account_associated', at: now, provider })
  await notifyOfSignIn(transaction, context, { by: user.name, at: now, person: user, change: 'association' })
  await appendAudit(
    transaction,
    auditEntry({ actor: { user_id: user.id }, now, request_id }, null, {
      kind: 'account_associated',
      description: `User ${user.id} associated with an account of ${provider}: ${user.name}`,
      changes: [{ field: 'user_profile', old: null, new: profileId }],
    }),
  )
}
