import { refusal } from '#contract/errors'
import type { getMonthlyReport as endpoint } from '#contract/monthly-report'
import { accepted, refused } from '#domain/outcome'
import { findTrial } from '../../../ground/db/trials'
import type { ReadHandler } from '../../call/call'
import { shownMonthlyReport } from './shown-monthly-report'

/** The recipients of a trial's monthly report, and the times when it was and will be sent. */
export const getMonthlyReport: ReadHandler<typeof endpoint> = async ({ context, actor, parameters, now }) => {
  const { queries } = context.database
  const trial = await findTrial(queries, parameters.trial_id)
  if (!trial) return refused(refusal('not_found'))
  return accepted(await shownMonthlyReport(queries, { config: context.config, trial, user_id: actor.user_id, now }))
}
