import type { ParsedInput } from '#contract/endpoint'
import type { downloadParticipants } from '#contract/exports'
import { refusal } from '#contract/errors'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import { findParticipantIds } from '../../../ground/db/participants'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import type { TrialView } from '../../call/view'
import { participantColumns, type ParticipantColumn } from '../participant-columns'
import { oneByOne, participantsInPieces } from '../participants-in-pieces'
import type { OpenExport } from './opened-export'
import { sheetStream } from './sheet-stream'

/** The participants that match, at the sites within the viewer's reach, a row each, in the order and by the sight of their list. */
export const exportParticipants: OpenExport<InTrial, ParsedInput<typeof downloadParticipants>['query']> = async ({
  context,
  view,
  trial_id,
  query,
}) => {
  const { queries } = context.database
  const trial = await findTrial(queries, trial_id)
  if (!trial) return refused(refusal('not_found'))
  const ids = await findParticipantIds(queries, { trial_id, sites: view.sites, ...query })
  const columns = listColumns(trial, view)
  const rows = async function* () {
    for await (const piece of participantsInPieces(queries, trial_id, ids)) {
      for await (const row of oneByOne(piece)) yield columns.map(({ cell }) => cell(row))
    }
  }
  return accepted({
    trial_id,
    rows: ids.length,
    content: () =>
      sheetStream('participants', query.format, { headings: columns.map(({ heading }) => heading), rows: rows() }),
  })
}

const listColumns = (trial: WholeTrial, view: TrialView): ParticipantColumn[] => [
  ...Object.values(participantColumns(trial, view)).flat(),
  { heading: 'Unblinded', cell: ({ is_unblinded }) => (is_unblinded ? 'Yes' : 'No') },
]
