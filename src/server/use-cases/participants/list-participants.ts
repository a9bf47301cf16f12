import { pageOf } from '#contract/fields'
import type { listParticipants as endpoint } from '#contract/participants'
import { accepted } from '#domain/outcome'
import { listParticipants as listRows } from '../../ground/db/participants'
import type { ReadHandler } from '../call/call'
import { shownParticipant } from './show-participant'

/** One page of a trial's participants at the sites that the viewer reaches. */
export const listParticipants: ReadHandler<typeof endpoint> = async ({ context, view, query }) => {
  const { queries } = context.database
  const { trial_id, sites } = view
  const { rows, total } = await listRows(queries, { trial_id, sites, ...query })
  return accepted(
    pageOf(
      rows.map((row) => shownParticipant(row, view)),
      query,
      total,
    ),
  )
}
