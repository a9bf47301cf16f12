import { getMonthlyReport } from '#contract/monthly-report'
import { endpointQuery } from './endpoint-query'

/** Who is sent the monthly report of a trial, and when. */
export const monthlyReportQuery = (trialId: number) =>
  endpointQuery(getMonthlyReport, { parameters: { trial_id: String(trialId) } })
