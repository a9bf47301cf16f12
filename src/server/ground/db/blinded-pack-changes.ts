import type { StockAction } from '#domain/study-packs/study-pack-actions'
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
 * The changes of each of these stocks by blinded people since a moment, the latest first, with their names, and the
 * number of further changes. A stock without any is missing.
 */
export const findBlindedChanges = async (
  queries: Queries,
  trialId: number,
  siteIds: readonly (number | null)[],
  since: string,
): Promise<ReadonlyMap<number | null, { changes: ListedChange[]; more: number }>> => {
  const { rows } = await sql<ListedChange & { id: number; of_site: number | null; all_of_them: number }>`
    select stock.of_site, change.*
    from unnest(${[...siteIds]}::bigint[]) as stock (of_site)
    cross join lateral (
      select blinded_pack_changes.id, ${nameAt('changed_at')} as by, changed_at as at, action, packs, reason, count(*) over () as all_of_them
      from blinded_pack_changes join users on users.id = blinded_pack_changes.changed_by
      where blinded_pack_changes.trial_id = ${trialId} and changed_at > ${since}
        -- A change to the whole trial's stock was one to each site's, should the sites manage their own by now.
        and (stock.of_site is null or site_id = stock.of_site or site_id is null)
      order by blinded_pack_changes.id desc limit ${MAX_LISTED}
    ) as change
    order by change.id desc
  `.execute(queries)
  const stocks = new Map<number | null, { changes: ListedChange[]; more: number }>()
  for (const { id: _, of_site, all_of_them, ...change } of rows) {
    const changes = [...(stocks.get(of_site)?.changes ?? []), change]
    stocks.set(of_site, { changes, more: all_of_them - changes.length })
  }
  return stocks
}

type ListedChange = Pick<BlindedPackChange, 'action' | 'packs' | 'reason'> & { by: string; at: string }

/** The most changes in one message. */
const MAX_LISTED = 10

const changesSince = (queries: Queries, trialId: number, since: string) =>
  queries
    .selectFrom('blinded_pack_changes')
    .where('blinded_pack_changes.trial_id', '=', trialId)
    .where('changed_at', '>', since)
