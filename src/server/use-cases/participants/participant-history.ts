import { refusal } from '#contract/errors'
import type { getParticipantHistory as endpoint } from '#contract/participant-actions'
import { accepted, refused } from '#domain/outcome'
import { findRecordedActions } from '../../ground/db/participant-history'
import { findParticipants } from '../../ground/db/participants'
import type { ReadHandler } from '../call/call'
import { historyEntries } from './history-entries'

/** All events of a participant, in order; 404 at a site that the viewer does not reach. */
export const participantHistory: ReadHandler<typeof endpoint> = async ({ context, view, parameters }) => {
  const { queries } = context.database
  const { trial_id, sites } = view
  const [row] = await findParticipants(queries, trial_id, sites, [parameters.participant_id])
  if (!row) return refused(refusal('not_found'))
  const actions = (await findRecordedActions(queries, trial_id, [row.id])).get(row.id)
  if (!actions) throw new Error(`participant ${row.id} has no record of who randomised`)
  return accepted({ data: historyEntries(row, actions, view) })
}
