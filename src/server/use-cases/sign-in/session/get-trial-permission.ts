import type { getTrialPermission as endpoint } from '#contract/session'
import { accepted } from '#domain/outcome'
import { NO_PERMISSION, trialPermission } from '#domain/people/permissions'
import { findTrialAccess } from '../../../ground/db/trials'
import type { ReadHandler } from '../../call/call'

/** The person's permission in a trial; level 0 for none and for a trial that does not exist, so that none is revealed. */
export const getTrialPermission: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const trial = await findTrialAccess(context.database.queries, parameters.trial_id)
  return accepted(trial ? trialPermission(trial, actor.permissions).permission : NO_PERMISSION)
}
