import { refusal } from '#contract/errors'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import type { LongIds } from '../../ground/db/long-ids'
import type { LongReading } from '../../ground/db/long-reading'
import { findRecordedActions } from '../../ground/db/participant-history'
import { findTrial } from '../../ground/db/trials'
import { sheetOf, type OpenDownload } from './download'
import { longColumns, type LongRow } from './long-columns'
import { withOwnIdHeading } from './participant-columns'
import { idsOfParticipants, oneByOne, participantsInPieces } from './participants-in-pieces'

/**
 * Every participant at the sites that the viewer reaches, a row each, by their visibility and level as everywhere. As
 * data it has the id of each, for links to their page; a file lacks it.
 */
export const longReport: OpenDownload<InTrial> = async ({ view, trial_id, query, reading }) => {
  const trial = await reading.read((queries) => findTrial(queries, trial_id))
  if (!trial) return refused(refusal('not_found'))
  const everybody = { trial_id, sites: view.sites, q: '', sort: 'sequence', order: 'asc' } as const
  const ids = await idsOfParticipants(reading, everybody)
  const columns = withOwnIdHeading<LongRow>({
    ...longColumns(trial, view),
    ...(query === null && { record: [{ heading: 'Record ID', cell: ({ row }) => row.id }] }),
  })
  return accepted({
    role: view.permission.role.title,
    columns: Object.entries(columns).flatMap(([name, some]) => some.map(() => name)),
    ...sheetOf(Object.values(columns).flat(), { count: ids.count, items: withActions(reading, trial_id, ids) }),
  })
}

/** One by one, every participant at the beginning of the report, with their actions and events. */
async function* withActions(
  reading: LongReading,
  trialId: number,
  ids: LongIds,
): AsyncGenerator<LongRow, void, undefined> {
  for await (const piece of participantsInPieces(reading, trialId, ids)) {
    const ids = piece.map(({ id }) => id)
    const actionsOf = await reading.readPiece((queries) => findRecordedActions(queries, trialId, ids))
    for await (const row of oneByOne(reading, piece)) {
      const actions = actionsOf.get(row.id)
      if (!actions) throw new Error(`participant ${row.id} has no record of who randomised`)
      yield { row, actions }
    }
  }
}
