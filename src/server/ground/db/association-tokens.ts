import { sql, type Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'
import { hasAccount } from './users'

type AssociationTokenRow = Selectable<Schema['association_tokens']>

/** Stores an invitation and ends the earlier one of its person. */
export const replaceAssociationToken = async (
  transaction: Transaction,
  token: Pick<AssociationTokenRow, 'user_id' | 'token_hash' | 'created_at' | 'expires_at'>,
): Promise<void> => {
  await endAssociationToken(transaction, token.user_id, token.created_at)
  await transaction.insertInto('association_tokens').values(token).execute()
}

/** Ends any invitation of a person. Returns whether it was still valid at `now`. */
export const endAssociationToken = async (transaction: Transaction, userId: number, now: string): Promise<boolean> => {
  const ended = await transaction
    .updateTable('association_tokens')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('expires_at')
    .execute()
  return ended.some(({ expires_at }) => expires_at > now)
}

/** Whether the invitation of this secret is valid at `now`. */
const usable = (token_hash: Uint8Array, now: string) => sql<boolean>`(
  association_tokens.token_hash = ${token_hash} and association_tokens.ended_at is null
  and association_tokens.expires_at > ${now}
)`

/** The same with its person, where their account can be used too. */
const usableWithPerson = (queries: Queries, token_hash: Uint8Array, now: string) =>
  queries
    .selectFrom('association_tokens')
    .innerJoin('users', 'users.id', 'association_tokens.user_id')
    .where(usable(token_hash, now))
    .where(hasAccount(now))

/** The id of the person of an invitation that is valid at `now`. */
export const findInvitedId = async (
  queries: Queries,
  token_hash: Uint8Array,
  now: string,
): Promise<number | undefined> => {
  const row = await queries
    .selectFrom('association_tokens')
    .select('user_id')
    .where(usable(token_hash, now))
    .executeTakeFirst()
  return row?.user_id
}

/** The person of an invitation that is valid at `now`, where their account can be used too. */
export const findInvited = async (queries: Queries, token_hash: Uint8Array, now: string) =>
  usableWithPerson(queries, token_hash, now).selectAll('users').executeTakeFirst()

/** An invitation that is valid at `now` and whose person's account can be used, locked until the transaction ends. */
export const lockInvitation = async (transaction: Transaction, token_hash: Uint8Array, now: string) =>
  usableWithPerson(transaction, token_hash, now)
    .select(['association_tokens.id as invitation_id', 'users.id', 'users.name', 'users.email'])
    .forUpdate('association_tokens')
    .executeTakeFirst()

/** Uses an invitation up. Returns whether it was still valid at `now`. */
export const spendAssociationToken = async (
  transaction: Transaction,
  token_hash: Uint8Array,
  now: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('association_tokens')
    .set({ ended_at: now })
    .where(usable(token_hash, now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Deletes invitations that were used, replaced or expired before an instant. Those with which an external account was requested
 * stay as long as the request.
 */
export const deleteTokensBefore = async (queries: Queries, before: string): Promise<void> => {
  await queries
    .deleteFrom('association_tokens')
    .where((token) => token.or([token('ended_at', '<', before), token('expires_at', '<', before)]))
    .where((token) =>
      token.not(
        token.exists(
          token
            .selectFrom('external_account_requests')
            .whereRef('invitation_id', '=', 'association_tokens.id')
            .select('id'),
        ),
      ),
    )
    .execute()
}

/** The invitations of these people that are valid at `now`. */
export const findUsableInvitations = async (queries: Queries, userIds: readonly number[], now: string) =>
  queries
    .selectFrom('association_tokens')
    .select(['user_id', 'created_at', 'expires_at'])
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
