import { refusal } from '#contract/errors'
import type { getParticipant as endpoint } from '#contract/participants'
import { accepted, refused } from '#domain/outcome'
import { findParticipants } from '../../db/participants'
import type { ReadHandler } from '../../http/call'
import { authoriseInTrial } from '../authorise'
import { shownParticipant } from './show-participant'

/** One participant; 404 at a site that the viewer does not reach. */
export const getParticipant: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const { queries } = context.database
  const view = await authoriseInTrial(queries, actor, parameters.trial_id, 'viewTrial')
  if (!view.ok) return view
  const { trial_id, sites } = view.value
  const [row] = await findParticipants(queries, trial_id, sites, [parameters.participant_id])
  return row ? accepted(shownParticipant(row, view.value)) : refused(refusal('not_found'))
}
