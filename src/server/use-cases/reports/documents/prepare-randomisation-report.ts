import { refusal } from '#contract/errors'
import type { prepareRandomisationReport as endpoint } from '#contract/trial-documents'
import { hasReport } from '#domain/reports/trial-document'
import { refused } from '#domain/outcome'
import { findTrial } from '../../../ground/db/trials'
import type { SelfKeyedHandler } from '../../call/call'
import { prepareDownload } from '../answer-report'

/** A token to download the report of a trial that was started. */
export const prepareRandomisationReport: SelfKeyedHandler<typeof endpoint> = async (call) => {
  const { trial_id } = call.parameters
  const trial = await findTrial(call.context.database.queries, trial_id)
  if (!trial) return refused(refusal('not_found'))
  if (!hasReport(trial)) return refused(refusal('report_not_ready'))
  return prepareDownload(call, { report: 'randomisation-report', trial_id })
}
