import type { getDesignConfirmation as endpoint } from '#contract/design-confirmation'
import type { ReadHandler } from '../call/call'
import { showDesignConfirmation } from './show-design-confirmation'

/** Whether a trial's design waits for a second person, and its confirmation. */
export const getDesignConfirmation: ReadHandler<typeof endpoint> = async ({ context, view, parameters }) =>
  showDesignConfirmation(context.database.queries, parameters.trial_id, view.permission)
