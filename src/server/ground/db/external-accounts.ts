import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'

export type ExternalAccountRow = Selectable<Schema['external_accounts']>
type LinkRow = Selectable<Schema['external_account_links']>
export type ExternalAccountRequest = Selectable<Schema['external_account_requests']>

/** The account of an email address in lower case. */
export const findExternalAccount = async (queries: Queries, email: string): Promise<ExternalAccountRow | undefined> =>
  queries.selectFrom('external_accounts').selectAll().where('email', '=', email).executeTakeFirst()

/** The same, locked until the transaction ends. */
export const lockExternalAccount = async (
  transaction: Transaction,
  email: string,
): Promise<ExternalAccountRow | undefined> =>
  transaction.selectFrom('external_accounts').selectAll().where('email', '=', email).forUpdate().executeTakeFirst()

/** Stores an account without a password. Returns undefined where the address has one already. */
export const insertExternalAccount = async (
  transaction: Transaction,
  account: Pick<ExternalAccountRow, 'user_id' | 'email' | 'first_name' | 'last_name' | 'created_at'>,
): Promise<ExternalAccountRow | undefined> =>
  transaction
    .insertInto('external_accounts')
    .values({ ...account, password_hash: null, activated_at: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()

/** Stores who last requested an account, and by what name. */
export const renameExternalAccount = async (
  transaction: Transaction,
  id: string,
  names: Pick<ExternalAccountRow, 'user_id' | 'first_name' | 'last_name'>,
): Promise<void> => {
  await transaction.updateTable('external_accounts').set(names).where('id', '=', id).execute()
}

/** Stores an account's password; its first one makes the account active. */
export const storePassword = async (
  transaction: Transaction,
  id: string,
  { password_hash, now }: { password_hash: string; now: string },
): Promise<void> => {
  await transaction
    .updateTable('external_accounts')
    .set({ password_hash, activated_at: sql`coalesce(activated_at, ${now})` })
    .where('id', '=', id)
    .execute()
}

/** Replaces the hash of a password by another hash of the same password, unless the password has changed since. */
export const replaceHash = async (queries: Queries, account: ExternalAccountRow, hash: string): Promise<void> => {
  await queries
    .updateTable('external_accounts')
    .set({ password_hash: hash })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .execute()
}

/** The person who gets the emails about an account: the associated one, or else the one for whom it was made. */
export const findPersonOfExternalAccount = async (
  queries: Queries,
  account: Pick<ExternalAccountRow, 'id' | 'user_id'>,
  issuer: string,
) => queries.selectFrom('users').selectAll().where('id', '=', personIdOf(account, issuer)).executeTakeFirstOrThrow()

const personIdOf = ({ id, user_id }: Pick<ExternalAccountRow, 'id' | 'user_id'>, issuer: string) =>
  sql<number>`coalesce((
    select user_profiles.user_id from user_profiles
    where issuer = ${issuer} and subject = ${id} and ended_at is null
  ), ${user_id}::bigint)`

/** Stores a link by which an account's password can be chosen, and ends the earlier one. */
export const replaceLink = async (
  transaction: Transaction,
  link: Pick<LinkRow, 'token_hash' | 'account_id' | 'created_at' | 'expires_at'>,
): Promise<void> => {
  await endLinks(transaction, link.account_id, link.created_at)
  await transaction
    .insertInto('external_account_links')
    .values({ ...link, ended_at: null, used_at: null })
    .execute()
}

/** Ends any link of an account. */
export const endLinks = async (transaction: Transaction, accountId: string, now: string): Promise<void> => {
  await transaction
    .updateTable('external_account_links')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The account of a link, with when the link was used, valid or not. */
export const findLink = async (queries: Queries, token_hash: Uint8Array) =>
  queries
    .selectFrom('external_account_links as link')
    .innerJoin('external_accounts as account', 'account.id', 'link.account_id')
    .selectAll('account')
    .select(['link.expires_at', 'link.ended_at', 'link.used_at'])
    .where('link.token_hash', '=', token_hash)
    .executeTakeFirst()

/** Uses a link up. Returns whether it was still valid at `now`; a second transaction waits for the first. */
export const useLink = async (transaction: Transaction, token_hash: Uint8Array, now: string): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('external_account_links')
    .set({ used_at: now, ended_at: now })
    .where('token_hash', '=', token_hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The requests under an invitation with the same content or the same key, the latest last. */
export const findRequests = async (
  transaction: Transaction,
  { invitation_id, request_hash, idempotency_key }: RequestOfSame,
): Promise<ExternalAccountRequest[]> =>
  transaction
    .selectFrom('external_account_requests')
    .selectAll()
    .where('invitation_id', '=', invitation_id)
    .where((is) => is.or([is('request_hash', '=', request_hash), is('idempotency_key', '=', idempotency_key)]))
    .orderBy('id')
    .execute()

type RequestOfSame = Pick<ExternalAccountRequest, 'invitation_id' | 'request_hash' | 'idempotency_key'>

/** Whether an account for this address was requested before in a person's name. */
export const hasRequestedAccount = async (
  transaction: Transaction,
  userId: number,
  email: string,
): Promise<boolean> => {
  const row = await transaction
    .selectFrom('external_account_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('email', '=', email)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const insertRequest = async (
  transaction: Transaction,
  request: Insertable<Schema['external_account_requests']>,
): Promise<void> => {
  await transaction.insertInto('external_account_requests').values(request).execute()
}

/** Deletes links and answers to requests from before an instant; the accounts stay. */
export const deleteLinksBefore = async (queries: Queries, before: string): Promise<void> => {
  await queries.deleteFrom('external_account_links').where('created_at', '<', before).execute()
  await queries.deleteFrom('external_account_requests').where('created_at', '<', before).execute()
}
