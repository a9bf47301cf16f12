import type { Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** A site, with the name of the person who opened it. */
export type SiteRow = Selectable<Schema['sites']> & { opened_by_name: string | null }

/** Sites with the names of the people who opened them. */
export const selectSites = (queries: Queries) =>
  queries
    .selectFrom('sites')
    .leftJoin('users as opener', 'opener.id', 'sites.opened_by')
    .selectAll('sites')
    .select(nameAt<string | null>('sites.opened_at', 'opener').as('opened_by_name'))

/** A site of a trial, whether it still takes part or not. */
export const findSite = async (queries: Queries, trialId: number, id: number): Promise<SiteRow | undefined> =>
  selectSites(queries).where('sites.trial_id', '=', trialId).where('sites.id', '=', id).executeTakeFirst()

/** Stores that a site was opened. The trial's version changes, since other processes cache its sites. */
export const storeSiteOpening = async (
  transaction: Queries,
  { trial_id, id }: Pick<SiteRow, 'trial_id' | 'id'>,
  opening: { opened_at: string; opened_by: number },
): Promise<void> => {
  await transaction.updateTable('sites').set(opening).where('trial_id', '=', trial_id).where('id', '=', id).execute()
  await transaction
    .updateTable('trials')
    .set((trial) => ({ setup_version: trial('setup_version', '+', 1) }))
    .where('id', '=', trial_id)
    .execute()
}
