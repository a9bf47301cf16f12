import { pageOf } from '#contract/fields'
import type { listParticipants as endpoint } from '#contract/participants'
import { accepted } from '#domain/outcome'
import { listParticipants as listRows } from '../../db/participants'
import type { ReadHandler } from '../../http/call'
import { authoriseInTrial } from '../authorise'
import { shownParticipant } from './show-participant'

/** One page of a trial's participants at the sites that the viewer reaches. */
export const listParticipants: ReadHandler<typeof endpoint> = async ({ context, actor, parameters, query }) => {
  const { queries } = context.database
  const view = await authoriseInTrial(queries, actor, parameters.trial_id, 'viewTrial')
  if (!view.ok) return view
  const { trial_id, sites } = view.value
  const { rows, total } = await listRows(queries, { trial_id, sites, ...query })
  return accepted(
    pageOf(
      rows.map((row) => shownParticipant(row, view.value)),
      query,
      total,
    ),
  )
}
