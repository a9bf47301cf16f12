import type { DrawnAlike } from '#domain/reports/balance'
import type { PermittedSites } from '#domain/people/permissions'
import { sql } from 'kysely'
import { inReach } from './participants'
import type { Queries } from './transaction'

/**
 * The participants at the given sites, counted where site, epoch, options and groups are the same. Options are in order
 * of the stratum's id, as they were used at the draw; groups in order of the factor.
 */
export const countDrawnAlike = async (
  queries: Queries,
  trialId: number,
  sites: PermittedSites,
): Promise<DrawnAlike[]> => {
  const each = inReach(queries, trialId, sites).select([
    'participants.site_id',
    'participants.epoch',
    sql<number[]>`(select coalesce(json_agg(trial_stratum_option_id order by trial_stratum_id), '[]')
      from participant_strata where of_trial = ${trialId} and participant_id = participants.id)::text`.as('option_ids'),
    sql<number[]>`(select json_agg(study_group_id order by factorial_level)
      from participant_groups where of_trial = ${trialId} and participant_id = participants.id)::text`.as('group_ids'),
  ])
  return queries
    .selectFrom(each.as('drawn'))
    .select((row) => [
      'site_id',
      'epoch',
      sql<number[]>`option_ids::json`.as('option_ids'),
      sql<number[]>`group_ids::json`.as('group_ids'),
      row.fn.countAll<number>().as('count'),
    ])
    .groupBy(['site_id', 'epoch', 'drawn.option_ids', 'drawn.group_ids'])
    .orderBy('site_id')
    .orderBy('epoch')
    .orderBy('drawn.option_ids')
    .orderBy('drawn.group_ids')
    .execute()
}

/** The numbers of the epochs in which participants of a trial were drawn, in order. */
export const findDrawnEpochs = async (queries: Queries, trialId: number): Promise<number[]> => {
  const rows = await queries
    .selectFrom('participants')
    .select('epoch')
    .distinct()
    .where('trial_id', '=', trialId)
    .orderBy('epoch')
    .execute()
  return rows.map(({ epoch }) => epoch)
}

/** The records of a trial's ledger that give the design of each epoch, in order. */
export const findDesignRecords = async (queries: Queries, trialId: number): Promise<string[]> => {
  const rows = await queries
    .selectFrom('ledger_records')
    .select('record')
    .where('trial_id', '=', trialId)
    // The keys of a record are sorted, so these two kinds end with their type, and no text within a record can look the
    // same.
    .where((row) => row.or([row('record', 'like', '%,"type":"settings"}'), row('record', 'like', '%,"type":"epoch"}')]))
    .orderBy('record_no')
    .execute()
  return rows.map(({ record }) => record)
}
