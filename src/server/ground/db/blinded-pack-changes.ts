import type { StockAction } from '#domain/study-packs/single-packs'
import { sql } from 'kysely'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** A change of one stock by a blinded person: a site's, or the whole trial's where the site is null. */
export type BlindedPackChange = {
  trial_id: number
  site_id: number | null
  changed_at: string
  changed_by: number
  action: StockAction
  packs: number
  reason: string
}

export const insertBlindedChanges = async (
  transaction: Queries,
  changes: readonly BlindedPackChange[],
): Promise<void> => {
  if (changes.length > 0)
    await transaction
      .insertInto('blinded_pack_changes')
      .values([...changes])
      .execute()
}

/**
 * How many packs blinded people have removed from each stock of a trial since an instant: by its site, or null for the whole
 * trial.
 */
export const countWithdrawals = async (
  queries: Queries,
  trialId: number,
  since: string,
): Promise<ReadonlyMap<number | null, number>> => {
  const removals = await changesSince(queries, trialId, since)
    .select(['site_id', 'packs'])
    .where('action', '=', 'remove')
    .execute()
  const counts = new Map<number | null, number>()
  for (const { site_id, packs } of removals) counts.set(site_id, (counts.get(site_id) ?? 0) + packs)
  return counts
}

/**
 * The changes of a stock by blinded people since an instant, the latest first, with their names, and how many more there were.
 */
export const findBlindedChanges = async (
  queries: Queries,
  { trial_id, site_id, since }: { trial_id: number; site_id: number | null; since: string },
) => {
  const rows = await changesSince(queries, trial_id, since)
    .innerJoin('users', 'users.id', 'blinded_pack_changes.changed_by')
    .select([nameAt('changed_at').as('by'), 'changed_at as at', 'action', 'packs', 'reason'])
    .select(sql<number>`count(*) over ()`.as('all_of_them'))
    // Where sites manage their packs by now, an earlier change of the whole trial's stock changed each site's.
    .where((where) => (site_id === null ? where.lit(true) : where('site_id', '=', site_id).or('site_id', 'is', null)))
    .orderBy('blinded_pack_changes.id', 'desc')
    .limit(MOST_TOLD)
    .execute()
  return {
    changes: rows.map(({ all_of_them: _all, ...change }) => change),
    more: (rows[0]?.all_of_them ?? 0) - rows.length,
  }
}

/** The most changes in one message. */
const MOST_TOLD = 10

const changesSince = (queries: Queries, trialId: number, since: string) =>
  queries
    .selectFrom('blinded_pack_changes')
    .where('blinded_pack_changes.trial_id', '=', trialId)
    .where('changed_at', '>', since)
