import type { SiteRow } from './trials'
import type { Queries } from './transaction'

/** A site of a trial, whether it still takes part or not. */
export const findSite = async (queries: Queries, trialId: number, id: number): Promise<SiteRow | undefined> =>
  queries.selectFrom('sites').selectAll().where('trial_id', '=', trialId).where('id', '=', id).executeTakeFirst()
