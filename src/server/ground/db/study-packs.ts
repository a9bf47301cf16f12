import type { PermittedSites } from '#domain/people/permissions'
import { pick } from '#domain/record-of'
import { studyPackStatusId, type StudyPackStatus } from '#domain/study-packs/study-pack'
import { CHANGED_PACK_FIELDS, PACK_COLUMNS, type PackColumn } from '#domain/study-packs/study-pack-fields'
import { sql, type Selectable } from 'kysely'
import { enterLock } from './lock-order'
import type { IdQuery } from './long-ids'
import type { Schema } from './schema'
import type { Queries } from './transaction'

/** The settings of a trial on which its packs depend. */
export type PackRules = Pick<
  Selectable<Schema['trials']>,
  'id' | 'selected_timezone' | 'is_site_managing_packs' | 'is_confirmable' | 'is_dispense_checked'
>

/** A stored pack, with its participant. Never sent unchanged: `shownStudyPacks` blinds it. */
export type StudyPackRow = Pick<
  Selectable<Schema['study_packs']>,
  'id' | Exclude<PackColumn, 'study_pack_status_id'> | 'confirmation_code' | 'study_group_id'
> & {
  study_pack_status_id: StudyPackStatus['id']
  study_group_name: string
  participant_id: number | null
  trial_sequence_no: number | null
  /** When that participant was randomised, and the pack allocated with it. */
  allocated_at: string | null
}

/** The settings of a trial for its packs, or undefined where there is no such trial. */
export const findPackRules = async (queries: Queries, trialId: number): Promise<PackRules | undefined> =>
  queries
    .selectFrom('trials')
    .select(['id', 'selected_timezone', 'is_site_managing_packs', 'is_confirmable', 'is_dispense_checked'])
    .where('id', '=', trialId)
    .executeTakeFirst()

/**
 * The packs of a trial that a person reaches. A pack of a participant is at the participant's site, any other at its
 * own; a pack without a site is everybody's where the trial does not let its sites manage packs, and otherwise of
 * people who reach every site. Each join names the trial, so that packs that are partitioned by trial are read in one
 * partition (decision 0105).
 */
export const packsInReach = (queries: Queries, trial: PackRules, sites: PermittedSites) =>
  queries
    .selectFrom('study_packs')
    .leftJoin('participant_groups', (join) =>
      join
        .onRef('participant_groups.study_pack_id', '=', 'study_packs.id')
        .onRef('participant_groups.of_trial', '=', 'study_packs.trial_id'),
    )
    .leftJoin('participants', (join) =>
      join
        .onRef('participants.id', '=', 'participant_groups.participant_id')
        .onRef('participants.trial_id', '=', 'study_packs.trial_id'),
    )
    .where('study_packs.trial_id', '=', trial.id)
    .where(
      sites === 'all'
        ? sql<boolean>`true`
        : sql<boolean>`coalesce(
            coalesce(participants.site_id, study_packs.site_id) = any(${[...sites]}::bigint[]),
            ${!trial.is_site_managing_packs}
          )`,
    )

type Found = ReturnType<typeof packsInReach>

/** The status as one of the domain's. */
const OTHER_COLUMNS = PACK_COLUMNS.filter((column) => column !== 'study_pack_status_id')

const withLabels = (query: Found) =>
  query
    .innerJoin('study_groups', 'study_groups.id', 'study_packs.study_group_id')
    .select([
      'study_packs.id',
      ...OTHER_COLUMNS.map((column) => `study_packs.${column}` as const),
      sql<StudyPackStatus['id']>`study_packs.study_pack_status_id`.as('study_pack_status_id'),
      'study_packs.confirmation_code',
      'study_packs.study_group_id',
      'study_groups.name as study_group_name',
      'participants.id as participant_id',
      'participants.trial_sequence_no',
      'participants.created_at as allocated_at',
    ])

/** The selected packs of a trial: all that the person reaches, or those of these ids. */
const among = (query: Found, ids: readonly number[] | 'all') =>
  ids === 'all' ? query : query.where(sql<boolean>`study_packs.id = any(${[...ids]}::bigint[])`)

/** The ids of packs that a person reaches, for use within a query. */
export const packIdsInReach = (
  queries: Queries,
  trial: PackRules,
  sites: PermittedSites,
  ids: readonly number[] | 'all',
) => among(packsInReach(queries, trial, sites), ids).select('study_packs.id')

/** Packs that a person reaches by batch and then by pack id, an order that reveals nothing of the groups. */
export const findStudyPacks = async (
  queries: Queries,
  trial: PackRules,
  sites: PermittedSites,
  ids: readonly number[] | 'all',
): Promise<StudyPackRow[]> => withLabels(inOrder(among(packsInReach(queries, trial, sites), ids))).execute()

/** The ids of the packs that a person reaches in the same order, by which a long list is read piece by piece. */
export const packIdsInOrder =
  (trial: PackRules, sites: PermittedSites): IdQuery =>
  (queries) =>
    inOrder(packsInReach(queries, trial, sites)).select('study_packs.id')

const inOrder = (query: Found): Found =>
  query
    .orderBy(sql`study_packs.batch_id collate "und-x-icu"`)
    .orderBy(sql`study_packs.pack_id collate "und-x-icu"`)
    .orderBy('study_packs.id')

/** Locks packs that a person reaches, in order of id, until the transaction ends. */
export const lockStudyPacks = async (
  transaction: Queries,
  trial: PackRules,
  sites: PermittedSites,
  ids: readonly number[],
): Promise<StudyPackRow[]> => {
  enterLock(transaction, { kind: 'rows of trial', id: trial.id })
  return withLabels(among(packsInReach(transaction, trial, sites), ids))
    .orderBy('study_packs.id')
    .forUpdate('study_packs')
    .execute()
}

/** The Inactive and Active packs of a trial: its present and possible stock. */
export const findStockedPacks = async (
  transaction: Queries,
  trialId: number,
): Promise<Pick<StudyPackRow, 'id' | 'site_id' | 'study_pack_status_id' | 'expire_on' | 'duration'>[]> =>
  transaction
    .selectFrom('study_packs')
    .select(['id', 'site_id', 'expire_on', 'duration'])
    .select(sql<StudyPackStatus['id']>`study_pack_status_id`.as('study_pack_status_id'))
    .where('trial_id', '=', trialId)
    .where('study_pack_status_id', 'in', STOCKED)
    .orderBy('id')
    .execute()

const STOCKED = [studyPackStatusId('inactive'), studyPackStatusId('active')]

/** The columns of a pack that an action may change. */
export const CHANGED_COLUMNS = ['study_pack_status_id', ...CHANGED_PACK_FIELDS] as const

/** Stores the state of a trial's packs after an action. */
export const updateStudyPacks = async (
  transaction: Queries,
  trialId: number,
  packs: readonly Pick<StudyPackRow, 'id' | (typeof CHANGED_COLUMNS)[number]>[],
): Promise<void> => {
  const rows = packs.map((pack) => pick(pack, ['id', ...CHANGED_COLUMNS]))
  await sql`
    update study_packs
    set ${sql.join(CHANGED_COLUMNS.map((column) => sql`${sql.ref(column)} = ${sql.ref(`after.${column}`)}`))}
    from jsonb_populate_recordset(null::study_packs, ${JSON.stringify(rows)}::jsonb) as after
    where study_packs.trial_id = ${trialId} and study_packs.id = after.id
  `.execute(transaction)
}

/** The packs of a trial that wait to be dispensed. */
export const allocatedPacks = (queries: Queries, trialId: number) =>
  queries
    .selectFrom('study_packs')
    .where('study_packs.trial_id', '=', trialId)
    .where('study_packs.study_pack_status_id', '=', studyPackStatusId('allocated'))
