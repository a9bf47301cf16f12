import type { InSystem, InTrial } from '#contract/needs'
import { accepted } from '#domain/outcome'
import { can, trialPermission } from '#domain/people/permissions'
import type { ReportCell } from '#domain/reports/report'
import { trialStatusOfId } from '#domain/trials/trial-status'
import { timeIn } from '../../ground/time/calendar'
import { findManagedTrials, findReachedTrials, type ManagedTrial } from '../../ground/db/report-trials'
import type { Queries } from '../../ground/db/transaction'
import type { ReachedTrials } from '../../ground/db/trials'
import { inReadingTurn } from '../../ground/files/reading-turn'
import { reachedTrials } from '../trials/list-trials'
import type { CountedSheet } from '../../ground/files/report-sheet'
import type { NeedOfReport, OpenSheet, ReportAsking } from './opened-report'

/** Every trial that the administrator may read the settings of, a row each: figures, dates, organisation and billing. */
export const managementReport: OpenSheet<CountedSheet, InSystem> = async (asking) =>
  accepted(opened(asking, reachedTrials(asking.actor.permissions)))

/** The same of one trial. */
export const trialManagementReport: OpenSheet<CountedSheet, InTrial> = async (asking) =>
  accepted(opened(asking, { trial_ids: [asking.trial_id], every_unprotected: false }))

const opened = ({ context, actor }: Pick<ReportAsking<NeedOfReport>, 'context' | 'actor'>, reached: ReachedTrials) => ({
  sheet: async () => {
    const { queries } = context.database
    const readable = (await findReachedTrials(queries, reached)).filter((trial) =>
      can(trialPermission(trial, actor.permissions).permission, 'viewSettings'),
    )
    return {
      headings: COLUMNS.map(({ heading }) => heading),
      count: readable.length,
      rows: rowsOf(
        queries,
        readable.map(({ id }) => id),
      ),
    }
  },
})

/** So many trials are read at once. */
const PIECE = 500

/** Row by row, every trial that there was when the report began. */
async function* rowsOf(
  queries: Queries,
  ids: readonly number[],
): AsyncGenerator<readonly ReportCell[], void, undefined> {
  for (let at = 0; at < ids.length; at += PIECE) {
    const piece = await inReadingTurn(queries, () => findManagedTrials(queries, ids.slice(at, at + PIECE)))
    for (const trial of piece) yield COLUMNS.map(({ cell }) => cell(trial))
  }
}

const amount = (text: string | null): number | null => (text === null ? null : Number(text))

const COLUMNS: readonly { heading: string; cell: (trial: ManagedTrial) => ReportCell }[] = [
  { heading: 'Trial ID', cell: ({ id }) => id },
  { heading: 'Title', cell: ({ title }) => title },
  { heading: 'Status', cell: ({ trial_status_id }) => trialStatusOfId(trial_status_id)?.name ?? null },
  { heading: 'Sample size', cell: ({ sample_size }) => (sample_size === 0 ? 'No limit' : sample_size) },
  { heading: 'Recruited', cell: ({ num_sampled }) => num_sampled },
  { heading: 'Sites', cell: ({ sites }) => sites },
  { heading: 'Created at', cell: ({ created_at, selected_timezone }) => timeIn(selected_timezone, created_at) },
  { heading: 'Time zone', cell: ({ selected_timezone }) => selected_timezone },
  { heading: 'Start date', cell: ({ start_on }) => start_on },
  { heading: 'Started on', cell: ({ started_on }) => started_on },
  { heading: 'Expected end date', cell: ({ end_on }) => end_on },
  { heading: 'Ended on', cell: ({ ended_on }) => ended_on },
  { heading: 'Expires on', cell: ({ expires_at }) => expires_at },
  { heading: 'Study registration number', cell: ({ study_registration_no }) => study_registration_no },
  { heading: 'Ethics approval ID', cell: ({ ethics_approval_id }) => ethics_approval_id },
  { heading: 'Ethics approving body', cell: ({ ethics_approving_body }) => ethics_approving_body },
  { heading: 'Organisation', cell: ({ org_name }) => org_name },
  { heading: 'Contact name', cell: ({ org_contact_name }) => org_contact_name },
  { heading: 'Chief investigator', cell: ({ org_chief_investigator }) => org_chief_investigator },
  { heading: 'Billing address', cell: ({ org_billing_address }) => org_billing_address },
  { heading: 'Website', cell: ({ org_website }) => org_website },
  { heading: 'Quote amount', cell: ({ org_quote_amount }) => amount(org_quote_amount) },
  { heading: 'Quote date', cell: ({ org_quote_date }) => org_quote_date },
  { heading: 'Paid amount', cell: ({ org_paid_amount }) => amount(org_paid_amount) },
  { heading: 'Paid date', cell: ({ org_paid_date }) => org_paid_date },
  { heading: 'Contract date', cell: ({ org_contract_date }) => org_contract_date },
  { heading: 'Comments', cell: ({ org_comments }) => org_comments },
]
