import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'

/** Stores the steps of a browser after the right password. */
export const insertVisit = async (
  transaction: Transaction,
  visit: Insertable<Schema['external_account_visits']>,
): Promise<void> => {
  await transaction.insertInto('external_account_visits').values(visit).execute()
}

/** A visit that has not ended at `now`, with its account. */
export const findVisit = async (queries: Queries, token_hash: Uint8Array, now: string) =>
  queries
    .selectFrom('external_account_visits as visit')
    .innerJoin('external_accounts as account', 'account.id', 'visit.account_id')
    .selectAll('account')
    .select(['visit.token_hash', 'visit.state_hash', 'visit.secret_encrypted', 'visit.is_proved'])
    .where('visit.token_hash', '=', token_hash)
    .where('visit.expires_at', '>', now)
    .executeTakeFirst()

/** Records that the factor was proved in a visit. Returns false where the visit is over. */
export const markVisitProved = async (transaction: Transaction, tokenHash: Uint8Array): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('external_account_visits')
    .set({ is_proved: true })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes every visit of an account, as when its password or factor changes. */
export const deleteVisits = async (transaction: Transaction, accountId: string): Promise<void> => {
  await transaction.deleteFrom('external_account_visits').where('account_id', '=', accountId).execute()
}

/** Deletes visits that ended before an instant. */
export const deleteVisitsBefore = async (queries: Queries, before: string): Promise<void> => {
  await queries.deleteFrom('external_account_visits').where('expires_at', '<', before).execute()
}
