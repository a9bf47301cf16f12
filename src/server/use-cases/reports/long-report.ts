import { refusal } from '#contract/errors'
import type { InTrial } from '#contract/needs'
import { accepted, refused } from '#domain/outcome'
import type { ReportCell } from '#domain/reports/report'
import { findRecordedActions } from '../../ground/db/participant-history'
import { findParticipantIds } from '../../ground/db/participants'
import type { Queries } from '../../ground/db/transaction'
import { findTrial } from '../../ground/db/trials'
import { inReadingTurn } from '../../ground/files/reading-turn'
import { longColumns, type LongColumn } from './long-columns'
import type { CountedSheet } from '../../ground/files/report-sheet'
import type { OpenSheet } from './opened-report'
import { oneByOne, participantsInPieces } from './participants-in-pieces'

/** Every participant at the sites within the viewer's reach, a row each, shown as everywhere: by their visibility and their level. */
export const longReport: OpenSheet<CountedSheet, InTrial> = async ({ context, view, trial_id }) => {
  const { queries } = context.database
  const trial = await findTrial(queries, trial_id)
  if (!trial) return refused(refusal('not_found'))
  const columns = longColumns(trial, view)
  const everybody = { trial_id, sites: view.sites, q: '', sort: 'sequence', order: 'asc' } as const
  return accepted({
    sheet: async () => {
      const ids = await findParticipantIds(queries, everybody)
      return {
        headings: columns.map(({ heading }) => heading),
        count: ids.length,
        rows: rowsOf(queries, trial_id, ids, columns),
      }
    },
  })
}

/** Row by row, everybody who was there when the report began. */
async function* rowsOf(
  queries: Queries,
  trialId: number,
  ids: readonly number[],
  columns: readonly LongColumn[],
): AsyncGenerator<readonly ReportCell[], void, undefined> {
  for await (const piece of participantsInPieces(queries, trialId, ids)) {
    const ids = piece.map(({ id }) => id)
    const actions = await inReadingTurn(queries, () => findRecordedActions(queries, ids))
    for await (const row of oneByOne(piece)) {
      const actionsOfRow = actions.get(row.id)
      if (!actionsOfRow) throw new Error(`participant ${row.id} has no record of who randomised`)
      yield columns.map(({ cell }) => cell(row, actionsOfRow))
    }
  }
}
