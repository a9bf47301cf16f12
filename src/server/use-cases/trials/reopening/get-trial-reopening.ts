import type { getTrialReopening as endpoint } from '#contract/trial-reopening'
import type { ReadHandler } from '../../call/call'
import { showTrialReopening } from './show-trial-reopening'

/** Whether a trial can be re-opened, and the request that waits for a second person. */
export const getTrialReopening: ReadHandler<typeof endpoint> = async ({ context, parameters }) =>
  showTrialReopening(context.database.queries, parameters.trial_id, context.now())
