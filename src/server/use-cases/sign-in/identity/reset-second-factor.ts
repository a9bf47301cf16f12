import { refusal } from '#contract/errors'
import type { resetSecondFactor as endpoint } from '#contract/user-accounts'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../../ground/audit/audit-entry'
import { appendAudit } from '../../../ground/db/audit-log'
import { deleteFactor, lockAccountsWithFactor, storeFactorReset } from '../../../ground/db/external-account-factors'
import { deleteVisits } from '../../../ground/db/external-account-visits'
import type { ExternalAccountRow } from '../../../ground/db/external-accounts'
import { endSessionsOfProfile } from '../../../ground/db/sessions'
import type { Transaction } from '../../../ground/db/transaction'
import { findProfileOfAccount } from '../../../ground/db/user-profiles'
import { lockUser, type UserRow } from '../../../ground/db/users'
import type { WriteHandler } from '../../call/call'
import { queueToPerson } from '../../../ground/mail/queue-to-person'
import type { ServerContext } from '../../call/server-context'
import { EXTERNAL_ISSUER, externalIdentity } from '../../../ground/sessions/external-identity'
import { authoriseOverPerson } from '../../people/users/authorise-over-person'
import { answerUser } from '../../people/users/answer-user'
import { addressesOf } from '../../people/users/notify-of-sign-in'

/**
 * Removes the second factor of a person who lost it, ends the account's sessions, and makes them set up another at the next
 * sign-in. Sends emails to the account's address and to the person's. Refuses for oneself, for people who reach more than the
 * caller, and where there is no factor.
 */
export const resetSecondFactor: WriteHandler<typeof endpoint> = {
  perform: async ({ actor, view, parameters: { user_id }, context, now, request_id }, transaction) => {
    if (user_id === actor.user_id) return refused(refusal('own_second_factor'))
    const person = await lockUser(transaction, user_id)
    if (!person) return refused(refusal('not_found'))
    const over = await authoriseOverPerson(transaction, actor, user_id)
    if (!over.ok) return over
    const accounts = await lockAccountsWithFactor(transaction, user_id, EXTERNAL_ISSUER)
    if (accounts.length === 0) return refused(refusal('no_second_factor'))
    for (const account of accounts) {
      const sessions = await resetFactorOf(transaction, account, now)
      await notifyBothAddresses(transaction, context, { account, person, at: now })
      await appendAudit(
        transaction,
        auditEntry({ actor, now, request_id }, view, {
          kind: 'external_account_factor_reset',
          description: `User ${user_id}: second factor of an external user account reset: ${account.email}`,
          changes: [{ field: 'sessions_ended', old: null, new: sessions }],
        }),
      )
    }
    return accepted({ users: [user_id] })
  },

  answer: answerUser,
}

/** Returns how many sessions ended. */
const resetFactorOf = async (transaction: Transaction, account: ExternalAccountRow, now: string): Promise<number> => {
  await deleteFactor(transaction, account.id)
  await storeFactorReset(transaction, account.id, now)
  await deleteVisits(transaction, account.id)
  const profile = await findProfileOfAccount(transaction, externalIdentity(account))
  return profile ? (await endSessionsOfProfile(transaction, profile.id, now)).length : 0
}

type Reset = { account: ExternalAccountRow; person: UserRow; at: string }

const notifyBothAddresses = async (
  transaction: Transaction,
  context: ServerContext,
  { account, person, at }: Reset,
) => {
  const addresses = new Set([account.email, ...addressesOf(person, at).map(({ email }) => email.toLowerCase())])
  const news = {
    kind: 'external_account_factor',
    change: 'reset',
    at,
    account: account.email,
    account_id: account.id,
  } as const
  for (const email of addresses) {
    await queueToPerson(transaction, context, { ...person, email }, news)
  }
}
