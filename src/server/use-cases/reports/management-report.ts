import type { InSystem, InTrial } from '#contract/needs'
import { accepted } from '#domain/outcome'
import { can, trialPermission } from '#domain/people/permissions'
import { trialStatusName } from '../../ground/stored-names'
import { timeIn } from '../../ground/time/calendar'
import type { LongReading } from '../../ground/db/long-reading'
import { findManagedTrials, findReachedTrials, type ManagedTrial } from '../../ground/db/report-trials'
import type { ReachedTrials } from '../../ground/db/trials'
import type { SystemView } from '../call/view'
import { reachedTrials } from '../trials/list-trials'
import { amount } from '../trials/show-trial'
import { sheetOf, type DownloadRequest, type DownloadColumn, type NeedOfDownload, type OpenDownload } from './download'

/** Every trial whose settings the administrator may read, a row each: figures, dates, organisation and billing. */
export const managementReport: OpenDownload<InSystem> = (request) =>
  opened(request, request.view, reachedTrials(request.actor.permissions))

/** The same of one trial. */
export const trialManagementReport: OpenDownload<InTrial> = (request) =>
  opened(request, request.view, { trial_ids: [request.trial_id], every_unprotected: false })

const opened = async (
  { reading, actor }: Pick<DownloadRequest<NeedOfDownload>, 'reading' | 'actor'>,
  { permission }: SystemView,
  reached: ReachedTrials,
) => {
  const ids = (await reading.read((queries) => findReachedTrials(queries, reached)))
    .filter((trial) => can(trialPermission(trial, actor.permissions).permission, 'viewSettings'))
    .map(({ id }) => id)
  return accepted({
    role: permission.role.title,
    ...sheetOf(COLUMNS, { count: ids.length, items: trialsInPieces(reading, ids) }),
  })
}

/** How many trials are read at once. */
const PIECE = 500

/** One by one, every trial at the beginning of the report. */
async function* trialsInPieces(
  reading: LongReading,
  ids: readonly number[],
): AsyncGenerator<ManagedTrial, void, undefined> {
  for (let at = 0; at < ids.length; at += PIECE) {
    yield* await reading.readPiece((queries) => findManagedTrials(queries, ids.slice(at, at + PIECE)))
  }
}

const COLUMNS: readonly DownloadColumn<ManagedTrial>[] = [
  { heading: 'Trial ID', cell: ({ id }) => id },
  { heading: 'Title', cell: ({ title }) => title },
  { heading: 'Status', cell: ({ trial_status_id }) => trialStatusName(trial_status_id) },
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
