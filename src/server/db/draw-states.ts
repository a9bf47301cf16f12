import { sql } from 'kysely'
import type { Queries } from './transaction'

/**
 * What the draws of a trial left under these keys, in their order; null where there is nothing yet. The trial's row must be
 * held by the transaction.
 */
export const findDrawStates = async (
  transaction: Queries,
  trialId: number,
  keys: readonly string[],
): Promise<unknown[]> => {
  const rows = await transaction
    .selectFrom('stratum_states')
    .select(['stratum_key', 'state'])
    .where('trial_id', '=', trialId)
    .where('stratum_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  const found = new Map(rows.map(({ stratum_key, state }) => [stratum_key, state]))
  return keys.map((key) => found.get(key) ?? null)
}

/** Stores what the next draws of a trial go on from. The trial's row must be held by the transaction. */
export const updateDrawState = async (
  transaction: Queries,
  trialId: number,
  key: string,
  state: object,
): Promise<void> => {
  await transaction
    .updateTable('stratum_states')
    .set({ state: JSON.stringify(state) })
    .where('trial_id', '=', trialId)
    .where('stratum_key', '=', key)
    .execute()
}
