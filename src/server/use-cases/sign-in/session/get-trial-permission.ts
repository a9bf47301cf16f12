import type { getTrialPermission as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import { NO_PERMISSION, trialPermission } from '#domain/people/permissions'
import { findTrialAccess } from '../../../ground/db/trials'
import type { ReadHandler } from '../../call/call'

/** What the person may do in a trial: level 0 where nothing, and where there is no such trial, so that none is betrayed. */
export const getTrialPermission: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const trial = await findTrialAccess(context.database.queries, parameters.trial_id)
  return accepted(trial ? trialPermission(trial, actor.permissions).permission : NO_PERMISSION)
}
