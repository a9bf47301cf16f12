import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'

/** The name of a study group or a site until participant `last_sequence_no`; one of the two ids is null. */
export type FormerName = {
  study_group_id: number | null
  site_id: number | null
  name: string
  label: string | null
  last_sequence_no: number
}

/** All former names of a trial's study groups and sites, the oldest first. */
export const findFormerNames = async (queries: Queries, trialId: number): Promise<FormerName[]> =>
  queries
    .selectFrom('former_names')
    .select(['study_group_id', 'site_id', 'name', 'label', 'last_sequence_no'])
    .where('trial_id', '=', trialId)
    .orderBy('id')
    .execute()

/** Stores names that end now, under the lock of their trial. */
export const insertFormerNames = async (
  transaction: Queries,
  names: readonly Insertable<Schema['former_names']>[],
): Promise<void> => {
  if (names.length > 0) await transaction.insertInto('former_names').values(names).execute()
}
