import { sql } from 'kysely'
import type { Queries } from './transaction'

/** A stock of a trial: a site's, or the whole trial's where the site is null. */
export type Stock = { site_id: number | null }

/** The sites (null: the whole trial) with a shortage since an unblinded person last changed packs. */
export const findPackShortages = async (queries: Queries, trialId: number): Promise<ReadonlySet<number | null>> => {
  const rows = await queries.selectFrom('pack_shortages').select('site_id').where('trial_id', '=', trialId).execute()
  return new Set(rows.map(({ site_id }) => site_id))
}

/** Deletes the shortages at these stocks of a trial, after an unblinded person has changed packs there. */
export const deletePackShortages = async (
  transaction: Queries,
  trialId: number,
  siteIds: readonly (number | null)[],
): Promise<void> => {
  const places = siteIds.map((id) => id ?? 0)
  await transaction
    .deleteFrom('pack_shortages')
    .where('trial_id', '=', trialId)
    .where(sql<boolean>`coalesce(site_id, 0) = any(${places}::bigint[])`)
    .execute()
}
