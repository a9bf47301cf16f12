import { sql } from 'kysely'
import type { Queries } from './transaction'

/** A stock of a trial: a site's, or the whole trial's where the site is null. */
export type Stock = { site_id: number | null }

/** The sites (null: the whole trial) with a shortage since an unblinded person last changed packs. */
export const findPackShortages = async (queries: Queries, trialId: number): Promise<ReadonlySet<number | null>> => {
  const rows = await queries.selectFrom('pack_shortages').select('site_id').where('trial_id', '=', trialId).execute()
  return new Set(rows.map(({ site_id }) => site_id))
}

/** Deletes every shortage of a trial whose sites do not manage packs, after an unblinded person has changed packs. */
export const deletePackShortages = async (transaction: Queries, trialId: number): Promise<void> => {
  await transaction.deleteFrom('pack_shortages').where('trial_id', '=', trialId).execute()
}

/**
 * Deletes the shortages at these sites of a trial, after an unblinded person has changed packs there. A shortage of the
 * whole trial, from before its sites managed packs, remains at each of the others.
 */
export const deletePackShortagesAt = async (
  transaction: Queries,
  trialId: number,
  siteIds: readonly number[],
): Promise<void> => {
  await sql`
    insert into pack_shortages (trial_id, site_id, noticed_at)
    select sites.trial_id, sites.id, shortage.noticed_at
    from pack_shortages as shortage join sites on sites.trial_id = shortage.trial_id
    where shortage.trial_id = ${trialId} and shortage.site_id is null and sites.trial_id = ${trialId}
    on conflict do nothing
  `.execute(transaction)
  await transaction
    .deleteFrom('pack_shortages')
    .where('trial_id', '=', trialId)
    .where(sql<boolean>`(site_id is null or site_id = any(${[...siteIds]}::bigint[]))`)
    .execute()
}
