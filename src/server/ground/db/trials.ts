import type { TrialStatusKey } from '#domain/trials/trial-status'
import { trialStatusOfKey } from '#domain/trials/trial-status'
import { sql, type ExpressionBuilder, type Selectable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { trialForUpdate } from './lock-order'
import type { Schema } from './schema'
import { selectSites, type SiteRow } from './sites'
import { withoutRefusedPercent } from './stored-probability'
import type { Queries } from './transaction'

export type TrialRow = Selectable<Schema['trials']>
type StudyGroupRow = Selectable<Schema['study_groups']>
type StratumRow = {
  id: number
  name: string
  description: string | null
  minimisation_weight: number
  trial_stratum_options: { id: number; name: string; max_participants: number | null; ratio: string | null }[]
}
export type WholeTrial = TrialRow & { sites: SiteRow[]; study_groups: StudyGroupRow[]; trial_strata: StratumRow[] }

/** The trials that a person reaches: these ids, and every unprotected one where a system permission counts. */
export type ReachedTrials = { trial_ids: readonly number[]; every_unprotected: boolean }

type TrialsQuery = {
  reached: ReachedTrials
  q: string
  status: readonly TrialStatusKey[]
  sort: 'id' | 'title'
  order: 'asc' | 'desc'
  page: number
  page_size: number
}

const summaryColumns = [
  'id',
  'title',
  'created_at',
  'started_on',
  'ended_on',
  'end_on',
  'trial_status_id',
  'sample_size',
  'num_sampled',
  'selected_timezone',
  'is_protected_trial',
] as const

export type TrialSummaryRow = Pick<TrialRow, (typeof summaryColumns)[number]>

/** The settings that decide whether and how a person sees a trial, or undefined where there is none. */
export const findTrialAccess = async (queries: Queries, id: number) =>
  queries.selectFrom('trials').select(['id', 'is_protected_trial']).where('id', '=', id).executeTakeFirst()

/** A trial with its sites, groups, strata and options, each in order of id. */
export const findTrial = async (queries: Queries, id: number): Promise<WholeTrial | undefined> => {
  const trial = await queries.selectFrom('trials').selectAll().where('id', '=', id).executeTakeFirst()
  if (!trial) return undefined
  const sites = await selectSites(queries).where('sites.trial_id', '=', id).orderBy('sites.id').execute()
  const groups = await queries.selectFrom('study_groups').selectAll().where('trial_id', '=', id).orderBy('id').execute()
  const strata = await queries
    .selectFrom('trial_strata')
    .select((stratum) => [
      'id',
      'name',
      'description',
      'minimisation_weight',
      optionsOf(stratum).as('trial_stratum_options'),
    ])
    .where('trial_id', '=', id)
    .orderBy('id')
    .execute()
  return { ...withoutRefusedPercent(trial), sites, study_groups: groups, trial_strata: strata }
}

const optionsOf = (stratum: ExpressionBuilder<Schema, 'trial_strata'>) =>
  jsonArrayFrom(
    stratum
      .selectFrom('trial_stratum_options')
      .select([
        'trial_stratum_options.id',
        'trial_stratum_options.name',
        'trial_stratum_options.max_participants',
        'trial_stratum_options.ratio',
      ])
      .whereRef('trial_stratum_options.trial_stratum_id', '=', 'trial_strata.id')
      .orderBy('trial_stratum_options.id'),
  )

/** A text as a pattern that finds it anywhere: its own wildcards stand for themselves. */
export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The trials a person reaches. */
export const amongReached = (queries: Queries, { trial_ids, every_unprotected }: ReachedTrials) =>
  queries
    .selectFrom('trials')
    .where((trial) =>
      trial.or([
        trial('id', 'in', [...trial_ids, 0]),
        ...(every_unprotected ? [trial('is_protected_trial', '=', false)] : []),
      ]),
    )

/** One page of the trials that a person reaches, and their number. */
export const listTrials = async (
  queries: Queries,
  search: TrialsQuery,
): Promise<{ rows: TrialSummaryRow[]; total: number }> => {
  let query = amongReached(queries, search.reached)
  if (search.status.length > 0) {
    const ids = search.status.flatMap((key) => trialStatusOfKey(key)?.id ?? [])
    query = query.where('trial_status_id', 'in', ids)
  }
  if (search.q !== '') {
    query = query.where((trial) =>
      trial.or([
        trial('title', 'ilike', containsPattern(search.q)),
        trial(sql<string>`trials.id::text`, '=', search.q),
      ]),
    )
  }
  const { total } = await query.select((trial) => trial.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const byTitle = sql`title collate "und-x-icu"`
  const rows = await query
    .select(summaryColumns)
    .orderBy(search.sort === 'title' ? byTitle : 'id', search.order)
    .orderBy('id', search.order)
    .limit(search.page_size)
    .offset((search.page - 1) * search.page_size)
    .execute()
  return { rows, total }
}

/** Locks the trial's row until the transaction ends: every write to the trial waits here. */
export const lockTrial = async (transaction: Queries, id: number): Promise<TrialRow | undefined> => {
  const trial = await trialForUpdate(transaction, id).selectAll().executeTakeFirst()
  return trial && withoutRefusedPercent(trial)
}

type StatusChange = Pick<TrialRow, 'trial_status_id' | 'started_on' | 'ended_on' | 'ledger_head' | 'ledger_length'>

export const updateTrialStatus = async (queries: Queries, id: number, change: StatusChange): Promise<void> => {
  await queries.updateTable('trials').set(change).where('id', '=', id).execute()
}

/** Stores the end of a trial's ledger. */
export const updateLedgerHead = async (
  queries: Queries,
  id: number,
  head: Pick<TrialRow, 'ledger_length' | 'ledger_head'>,
): Promise<void> => {
  await queries.updateTable('trials').set(head).where('id', '=', id).execute()
}
