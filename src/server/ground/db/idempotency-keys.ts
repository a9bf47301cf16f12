import { sql } from 'kysely'
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

/**
 * A key that was stored before. The transaction's COMMIT then waits for the required standby, although it changes
 * nothing: rows that a primary stored before it crashed, or before its wait for the standby was cancelled, are visible
 * although no standby has them, and must not be reported as done (src/decisions/0086-a-standby-that-takes-over.md).
 */
export const findKey = async (transaction: Queries, userId: number, key: string): Promise<StoredKey> => {
  await sql`select pg_logical_emit_message(true, 'equipoise', '')`.execute(transaction)
  return transaction
    .selectFrom('idempotency_keys')
    .select(['user_id', 'key', 'request_hash', 'status', 'rows'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
}

/** Stores the rows that a key's effect changed. */
export const recordRows = async (transaction: Queries, userId: number, key: string, rows: ChangedRows) => {
  await transaction
    .updateTable('idempotency_keys')
    .set({ rows: JSON.stringify(rows) })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
}

/** Deletes each of these keys that is older than its instant. */
export const deleteOlderKeys = async (
  transaction: Queries,
  keys: readonly { user_id: number; key: string; oldest: string }[],
) => {
  await sql`
    delete from idempotency_keys as stored
    using unnest(
      ${keys.map(({ user_id }) => user_id)}::bigint[], ${keys.map(({ key }) => key)}::text[],
      ${keys.map(({ oldest }) => oldest)}::timestamptz[]
    ) as old (user_id, key, oldest)
    where stored.user_id = old.user_id and stored.key = old.key and stored.created_at < old.oldest
  `.execute(transaction)
}

/** Deletes every key older than an instant. Returns their number. */
export const deleteKeysOlderThan = async (queries: Queries, oldest: string): Promise<number> => {
  const { numDeletedRows } = await queries
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', oldest)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
