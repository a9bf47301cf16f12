import type { Queries } from './transaction'

/**
 * Stores a piece of a test's reference set. The same test always has the same pieces, so that one which is stored already, by a
 * process that was interrupted, stays.
 */
export const storeReferenceSetPiece = async (
  queries: Queries,
  testId: number,
  piece: number,
  packed: Uint8Array,
): Promise<void> => {
  await queries
    .insertInto('reference_set_pieces')
    .values({ randomisation_test_id: testId, piece, packed })
    .onConflict((conflict) => conflict.columns(['randomisation_test_id', 'piece']).doNothing())
    .execute()
}

/** A piece of a test's reference set; undefined after the last one. */
export const findReferenceSetPiece = async (
  queries: Queries,
  testId: number,
  piece: number,
): Promise<Uint8Array | undefined> => {
  const row = await queries
    .selectFrom('reference_set_pieces')
    .select('packed')
    .where('randomisation_test_id', '=', testId)
    .where('piece', '=', piece)
    .executeTakeFirst()
  return row?.packed
}
