import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'

export type NewStudyPack = Insertable<Schema['study_packs']>

/** The ids of a trial's packs. */
export const packIdsOfTrial = async (queries: Queries, trialId: number): Promise<string[]> => {
  const packs = await queries.selectFrom('study_packs').select('pack_id').where('trial_id', '=', trialId).execute()
  return packs.map(({ pack_id }) => pack_id)
}

/** The study groups of the packs in a batch. */
export const groupsInBatch = async (queries: Queries, trialId: number, batchId: string): Promise<number[]> => {
  const groups = await queries
    .selectFrom('study_packs')
    .select('study_group_id')
    .distinct()
    .where('trial_id', '=', trialId)
    .where('batch_id', '=', batchId)
    .execute()
  return groups.map(({ study_group_id }) => study_group_id)
}

/** Stores packs in the given order, in one statement, and returns their ids in that order. */
export const insertManyPacks = async (transaction: Queries, packs: readonly NewStudyPack[]): Promise<number[]> => {
  const columns = sql.join(Object.keys(packs[0] ?? {}).map((column) => sql.ref(column)))
  const { rows } = await sql<{ id: number }>`
    insert into study_packs (${columns})
    select ${columns}
    from rows from (jsonb_populate_recordset(null::study_packs, ${JSON.stringify(packs)}::jsonb)) with ordinality
    order by ordinality
    returning id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}
