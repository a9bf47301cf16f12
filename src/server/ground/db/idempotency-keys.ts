import type { Queries } from './transaction'

/** The ids of the rows that a write changed, by kind: stored to answer a repeat. */
export type ChangedRows = Record<string, number[]>

/** A key with its effect; `status` is null where the key was closed without one. */
export type StoredKey = {
  user_id: number
  key: string
  request_hash: Uint8Array
  status: number | null
  rows: ChangedRows
}

export type NewKey = StoredKey & { created_at: string }

/**
 * Stores keys within the transaction of their effects. Waits where another transaction has inserted one of them, by the unique
 * index. Returns whether all of them were free.
 */
export const insertKeys = async (transaction: Queries, keys: readonly NewKey[]): Promise<boolean> => {
  if (keys.length === 0) return true
  const stored = await transaction
    .insertInto('idempotency_keys')
    .values(keys.map((key) => ({ ...key, rows: JSON.stringify(key.rows) })))
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .execute()
  return stored.length === keys.length
}

export const findKey = async (transaction: Queries, userId: number, key: string): Promise<StoredKey> =>
  transaction
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key', 'request_hash', 'status', 'rows'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()

/** Stores the rows that a key's effect changed. */
export const recordRows = async (transaction: Queries, userId: number, key: string, rows: ChangedRows) => {
  await transaction
    .updateTable('idempotency_keys')
    .set({ rows: JSON.stringify(rows) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}

/** Deletes one key if it is older than an instant. */
export const deleteKeyOlderThan = async (transaction: Queries, userId: number, key: string, oldest: string) => {
  await transaction
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_at', '<', oldest)
    .execute()
}

/** Deletes every key older than an instant. Returns their number. */
export const deleteKeysOlderThan = async (queries: Queries, oldest: string): Promise<number> => {
  const { numDeletedRows } = await queries
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
