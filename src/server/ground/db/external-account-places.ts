import type { Queries, Transaction } from './transaction'

/** Whether an account was opened from this place since an instant. */
export const isKnownPlace = async (queries: Queries, subject_hash: Uint8Array, since: string): Promise<boolean> => {
  const row = await queries
    .selectFrom('external_account_places')
    .select('opened_at')
    .where('subject_hash', '=', subject_hash)
    .where('opened_at', '>', since)
    .executeTakeFirst()
  return row !== undefined
}

type Place = { subject_hash: Uint8Array; account_id: string; opened_at: string }

/** Stores that an account was opened from a place. */
export const recordPlace = async (queries: Queries, place: Place): Promise<void> => {
  await queries
    .insertInto('external_account_places')
    .values(place)
    .onConflict((before) => before.column('subject_hash').doUpdateSet({ opened_at: place.opened_at }))
    .execute()
}

/** Deletes the places of an account, as when its password changes. */
export const deletePlaces = async (transaction: Transaction, accountId: string): Promise<void> => {
  await transaction.deleteFrom('external_account_places').where('account_id', '=', accountId).execute()
}

/** Deletes places from which an account was last opened before an instant. */
export const deletePlacesBefore = async (queries: Queries, before: string): Promise<void> => {
  await queries.deleteFrom('external_account_places').where('opened_at', '<', before).execute()
}
