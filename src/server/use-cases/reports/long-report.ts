import { refusal } from '#contract/errors'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import type { LongIds } from '../../ground/db/long-ids'
import type { LongReading } from '../../ground/db/long-reading'
import { findRecordedActions, type RecordedActions } from '../../ground/db/participant-history'
import type { ParticipantRow } from '../../ground/db/participants'
import { findTrial } from '../../ground/db/trials'
import { sheetOf, type OpenDownload } from './download'
import { longColumns } from './long-columns'
import { idsOfParticipants, oneByOne, participantsInPieces } from './participants-in-pieces'

/** Every participant at the sites within the viewer's reach, a row each, shown as everywhere: by their visibility and their level. */
export const longReport: OpenDownload<InTrial> = async ({ view, trial_id, reading }) => {
  const trial = await reading.read((queries) => findTrial(queries, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const everybody = { trial_id, sites: view.sites, q: '', sort: 'sequence', order: 'asc' } as const
  const ids = await idsOfParticipants(reading, everybody)
  return accepted({
    role: view.permission.role.title,
    ...sheetOf(longColumns(trial, view), { count: ids.count, items: withActions(reading, trial_id, ids) }),
  })
}

/** One by one, everybody who was there when the report began, with what was done to and about them. */
async function* withActions(
  reading: LongReading,
  trialId: number,
  ids: LongIds,
): AsyncGenerator<{ row: ParticipantRow; actions: RecordedActions }, void, undefined> {
  for await (const piece of participantsInPieces(reading, trialId, ids)) {
    const ids = piece.map(({ id }) => id)
    const actionsOf = await reading.readPiece((queries) => findRecordedActions(queries, ids))
    for await (const row of oneByOne(piece)) {
      const actions = actionsOf.get(row.id)
      if (!actions) throw new Error(`participant ${row.id} has no record of who randomised`)
      yield { row, actions }
    }
  }
}
