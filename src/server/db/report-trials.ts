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

/** The next trials within reach by id, with what the management report tells of each, and how many of its sites take part. */
export const trialsAfter = async (
  queries: Queries,
  reached: ReachedTrials,
  { after, most }: { after: number; most: number },
) =>
  amongReached(queries, reached)
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
    .where('trials.id', '>', after)
    .orderBy('trials.id')
    .limit(most)
    .execute()

export type ManagedTrial = Awaited<ReturnType<typeof trialsAfter>>[number]
