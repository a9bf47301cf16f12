import type { getDesignConfirmation as endpoint } from '#contract/design-confirmation'
import type { ReadHandler } from '../../http/call'
import { authoriseInTrial } from '../authorise'
import { showDesignConfirmation } from './show-design-confirmation'

/** Whether a trial's design waits for a second person, and who has confirmed it. */
export const getDesignConfirmation: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const { queries } = context.database
  const view = await authoriseInTrial(queries, actor, parameters.trial_id, 'viewSettings')
  return view.ok ? showDesignConfirmation(queries, parameters.trial_id, view.value.permission) : view
}
