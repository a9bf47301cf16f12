import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'

export type SigningKeyRow = Pick<
  Selectable<Schema['signing_keys']>,
  'kid' | 'algorithm' | 'public_jwk' | 'private_jwk_encrypted' | 'created_at'
>

/**
 * The keys, newest first, locked until the transaction ends: of processes that start at once on an empty database only
 * the first makes a key, and the others find it.
 */
export const lockSigningKeys = async (queries: Queries): Promise<SigningKeyRow[]> => {
  await sql`lock table signing_keys in share row exclusive mode`.execute(queries)
  return findSigningKeys(queries)
}

/** The keys, newest first. */
export const findSigningKeys = async (queries: Queries): Promise<SigningKeyRow[]> =>
  queries
    .selectFrom('signing_keys')
    .select(['kid', 'algorithm', 'public_jwk', 'private_jwk_encrypted', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()

/** Deletes keys by their ids. The transaction must have locked the keys. */
export const deleteSigningKeys = async (queries: Queries, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await queries.deleteFrom('signing_keys').where('kid', 'in', ids).execute()
}

export const insertSigningKey = async (queries: Queries, key: Insertable<Schema['signing_keys']>): Promise<void> => {
  await queries.insertInto('signing_keys').values(key).execute()
}

/** Stores the private key of a signing key, sealed again. The transaction must have locked the keys. */
export const updateSealedSigningKey = async (queries: Queries, kid: string, sealed: Uint8Array): Promise<void> => {
  await queries.updateTable('signing_keys').set({ private_jwk_encrypted: sealed }).where('kid', '=', kid).execute()
}
