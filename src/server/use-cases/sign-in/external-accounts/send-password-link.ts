import { findPersonOfExternalAccount, replaceLink, type ExternalAccountRow } from '../../../ground/db/external-accounts'
import type { Transaction } from '../../../ground/db/transaction'
import type { ExternalAccountNews } from '../../../ground/db/message-facts'
import { queueToPerson } from '../../../ground/mail/queue-to-person'
import type { ServerContext } from '../../call/server-context'
import { hashOf, newSecret } from '../../../ground/secrets/random-secret'
import { EXTERNAL_ISSUER, linkFor } from '../../../ground/sessions/external-identity'

type Account = Pick<ExternalAccountRow, 'id' | 'user_id' | 'email' | 'password_hash'>

/**
 * Queues the email with the link by which an account's password is chosen, and ends the link before it. Only the hash of the
 * link is stored; its secret waits sealed in the outbox.
 */
export const sendPasswordLink = async (
  transaction: Transaction,
  context: ServerContext,
  account: Account,
  now: string,
): Promise<void> => {
  const secret = newSecret(context)
  const link = linkFor(account, now)
  const { expires_at } = link
  await replaceLink(transaction, { token_hash: hashOf(secret), account_id: account.id, created_at: now, expires_at })
  await notifyOfExternalAccount(transaction, context, account, { ...link, at: now }, secret)
}

/**
 * Queues an email about an account to its address, under the name by which the service knows the account's person, so that no
 * typed name is sent to another person.
 */
export const notifyOfExternalAccount = async (
  transaction: Transaction,
  context: ServerContext,
  account: Account,
  news: ExternalAccountNews & { at: string },
  secret?: string,
): Promise<void> => {
  const person = await findPersonOfExternalAccount(transaction, account, EXTERNAL_ISSUER)
  const facts = { ...news, account: account.email, account_id: account.id }
  await queueToPerson(transaction, context, { ...person, email: account.email }, facts, secret)
}
