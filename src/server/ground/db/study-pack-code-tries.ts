import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'

type Try = Insertable<Schema['study_pack_code_tries']>

/**
 * When wrong codes were tried for a pack since a moment, the earliest first, and whether this very request is among
 * them.
 */
export const findCodeTries = async (
  queries: Queries,
  attempt: Omit<Try, 'tried_at'>,
  since: string,
): Promise<{ wrong: string[]; is_repeated: boolean }> => {
  const rows = await queries
    .selectFrom('study_pack_code_tries')
    .select(['user_id', 'idempotency_key', 'request_hash', 'tried_at'])
    .where('study_pack_id', '=', attempt.study_pack_id)
    .where('tried_at', '>', since)
    .orderBy('tried_at')
    .orderBy('id')
    .execute()
  return {
    wrong: rows.map(({ tried_at }) => tried_at),
    is_repeated: rows.some(
      (row) =>
        attempt.idempotency_key !== null &&
        row.user_id === attempt.user_id &&
        row.idempotency_key === attempt.idempotency_key &&
        Buffer.compare(row.request_hash, attempt.request_hash) === 0,
    ),
  }
}

/** Counts a wrong code. */
export const insertCodeTry = async (transaction: Queries, attempt: Try): Promise<void> => {
  await transaction.insertInto('study_pack_code_tries').values(attempt).execute()
}
