import { sql } from 'kysely'
import { amongReached, type ReachedTrials } from './trials'
import type { Queries } from './transaction'

const COLUMNS = [
  'trials.id',
  'trials.title',
  'trials.trial_status_id',
  'trials.is_protected_trial',
  'trials.sample_size',
  'trials.num_sampled',
  'trials.created_at',
  'trials.selected_timezone',
  'trials.start_on',
  'trials.started_on',
  'trials.end_on',
  'trials.ended_on',
  'trials.expires_at',
  'trials.study_registration_no',
  'trials.ethics_approval_id',
  'trials.ethics_approving_body',
  'trials.org_name',
  'trials.org_contact_name',
  'trials.org_chief_investigator',
  'trials.org_billing_address',
  'trials.org_website',
  'trials.org_quote_amount',
  'trials.org_quote_date',
  'trials.org_paid_amount',
  'trials.org_paid_date',
  'trials.org_contract_date',
  'trials.org_comments',
] as const

/** Every trial that a person reaches, by id, with the fields that decide who may read its settings. */
export const findReachedTrials = async (queries: Queries, reached: ReachedTrials) =>
  amongReached(queries, reached).select(['trials.id', 'trials.is_protected_trial']).orderBy('trials.id').execute()

/** These trials by id, with the fields of the management report, and the number of participating sites. */
export const findManagedTrials = async (queries: Queries, ids: readonly number[]) =>
  queries
    .selectFrom('trials')
    .select(COLUMNS)
    .select((trial) =>
      trial
        .selectFrom('sites')
        .select((site) => site.fn.countAll<number>().as('count'))
        .whereRef('sites.trial_id', '=', 'trials.id')
        .where('sites.is_deleted', '=', false)
        .$asScalar()
        .$notNull()
        .as('sites'),
    )
    .where(sql<boolean>`trials.id = any(${[...ids]}::bigint[])`)
    .orderBy('trials.id')
    .execute()

export type ManagedTrial = Awaited<ReturnType<typeof findManagedTrials>>[number]
