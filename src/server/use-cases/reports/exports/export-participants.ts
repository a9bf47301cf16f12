import type { ParsedInput } from '#contract/endpoint'
import type { downloadParticipants } from '#contract/exports'
import { refusal } from '#contract/errors'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import type { LongIds } from '../../../ground/db/long-ids'
import type { LongReading } from '../../../ground/db/long-reading'
import type { ParticipantRow } from '../../../ground/db/participants'
import { findTrial, type WholeTrial } from '../../../ground/db/trials'
import type { TrialView } from '../../call/view'
import { chosenColumns, sheetOf, type NamedColumns, type OpenDownload } from '../download'
import { participantColumns, withOwnIdHeading } from '../participant-columns'
import { idsOfParticipants, oneByOne, participantsInPieces } from '../participants-in-pieces'

/**
 * The matching participants, at the sites that the viewer reaches, a row each, in the order and by the visibility of
 * their list.
 */
export const exportParticipants: OpenDownload<InTrial, ParsedInput<typeof downloadParticipants>['query']> = async ({
  view,
  trial_id,
  query: { columns, ...query },
  reading,
}) => {
  const trial = await reading.read((queries) => findTrial(queries, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const ids = await idsOfParticipants(reading, { trial_id, sites: view.sites, ...query })
  return accepted({
    role: view.permission.role.title,
    ...sheetOf(chosenColumns(listColumns(trial, view), columns), {
      count: ids.count,
      items: eachParticipant(reading, trial_id, ids),
    }),
  })
}

async function* eachParticipant(
  reading: LongReading,
  trialId: number,
  ids: LongIds,
): AsyncGenerator<ParticipantRow, void, undefined> {
  for await (const piece of participantsInPieces(reading, trialId, ids)) yield* oneByOne(reading, piece)
}

const listColumns = (trial: WholeTrial, view: TrialView): NamedColumns<ParticipantRow> =>
  withOwnIdHeading({
    ...participantColumns(trial, view),
    is_unblinded: [{ heading: 'Unblinded', cell: ({ is_unblinded }) => (is_unblinded ? 'Yes' : 'No') }],
  })
