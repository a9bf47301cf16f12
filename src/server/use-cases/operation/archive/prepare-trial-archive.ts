import { refusal } from '#contract/errors'
import type { prepareTrialArchive as endpoint } from '#contract/trial-archive'
import { refused } from '#domain/outcome'
import { mayArchive } from '#domain/trials/trial-status'
import { findTrial } from '../../../ground/db/trials'
import type { SelfKeyedHandler } from '../../call/call'
import { prepareDownload } from '../../reports/answer-report'

/** A token to download a whole trial, once none of it is blinded any more. */
export const prepareTrialArchive: SelfKeyedHandler<typeof endpoint> = async (call) => {
  const { trial_id } = call.parameters
  const trial = await findTrial(call.context.database.queries, trial_id)
  if (!trial) return refused(refusal('not_found'))
  if (!mayArchive(trial)) return refused(refusal('archive_not_allowed'))
  return prepareDownload(call, { report: 'archive', trial_id })
}
