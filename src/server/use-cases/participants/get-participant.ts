import { refusal } from '#contract/errors'
import type { getParticipant as endpoint } from '#contract/participants'
import { accepted, refused } from '#domain/outcome'
import { findParticipants } from '../../ground/db/participants'
import type { ReadHandler } from '../call/call'
import { shownParticipant } from './show-participant'

/** One participant; 404 at a site that the viewer does not reach. */
export const getParticipant: ReadHandler<typeof endpoint> = async ({ context, view, parameters }) => {
  const { queries } = context.database
  const { trial_id, sites } = view
  const [row] = await findParticipants(queries, trial_id, sites, [parameters.participant_id])
  return row ? accepted(shownParticipant(row, view)) : refused(refusal('not_found'))
}
