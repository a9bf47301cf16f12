import { refusal } from '#contract/errors'
import type { ReportTable } from '#contract/reports'
import { accepted, refused } from '#domain/outcome'
import type { ReportCell } from '#domain/report'
import { setImmediate } from 'node:timers/promises'
import { findParticipantActs } from '../../db/participant-history'
import { participantsAfter } from '../../db/participants'
import type { Queries } from '../../db/transaction'
import { findTrial, type WholeTrial } from '../../db/trials'
import { authoriseInTrial, type TrialView } from '../authorise'
import { longColumns } from './long-columns'
import { tableReport, type OpenReport } from './opened-report'

/** Every participant at the sites within the viewer's reach, a row each, shown as everywhere: by his sight and his level. */
export const longReport: OpenReport<ReportTable, number> = async ({ portal, actor, trial_id }) => {
  const { queries } = portal.database
  const view = await authoriseInTrial(queries, actor, trial_id, 'viewReports')
  if (!view.ok) return view
  const trial = await findTrial(queries, trial_id)
  if (!trial) return refused(refusal('not_found'))
  const columns = longColumns(trial, view.value)
  return accepted(
    tableReport(portal, view.value.permission.role.title, () => ({
      headings: columns.map(({ heading }) => heading),
      rows: rowsOf(queries, trial, view.value),
    })),
  )
}

/** So many participants are read at once: others wait no longer than one such reading takes. */
const PIECE = 250

/**
 * Row by row, everybody who was there when the report began. There is no transaction around it: the embedded database has one
 * session, and it would keep everybody else out until the last row was taken.
 */
async function* rowsOf(
  queries: Queries,
  trial: WholeTrial,
  view: TrialView,
): AsyncGenerator<readonly ReportCell[], void, undefined> {
  const columns = longColumns(trial, view)
  const { id: trial_id, last_sequence_no: up_to } = trial
  let after = 0
  for (;;) {
    const piece = await participantsAfter(queries, { trial_id, sites: view.sites, after, up_to, most: PIECE })
    const last = piece.at(-1)
    if (last === undefined) return
    const acts = await findParticipantActs(
      queries,
      piece.map(({ id }) => id),
    )
    for (const row of piece) {
      const acted = acts.get(row.id)
      if (!acted) throw new Error(`participant ${row.id} was randomised by nobody`)
      yield columns.map(({ cell }) => cell(row, acted))
    }
    after = last.trial_sequence_no
    // The embedded database answers without ever letting go of the thread: here other requests have their turn.
    await setImmediate()
  }
}
