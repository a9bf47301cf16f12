import { api } from '#contract/api'
import type { TrialReportName } from '#domain/reports/report'
import type { Outcome } from '#domain/outcome'
import { answerOf } from '../../api/endpoint-query'
import type { Failure } from '../../api/failure'
import { requestAddress } from '../../api/request-address'
import { call } from '../../device/call'

/** Which report: one of a trial, or the management report of the whole system. */
export type RequestedReport = { report: TrialReportName; trial_id: number } | { report: 'mgmt' }

/** A report may take any time. */
const NO_TIMEOUT = { timeout_ms: null } as const

const TOKEN = { type: 'token' } as const

/** Returns the address of a report as a spreadsheet, valid for one download within two minutes. Throws `CallFailed`. */
export const reportDownload = async (report: RequestedReport): Promise<string> => {
  if (report.report === 'mgmt') {
    const answered = await call(api.makeManagementReport, { body: TOKEN }, NO_TIMEOUT)
    return requestAddress(api.downloadManagementReport, { query: { token: tokenOf(answered) } })
  }
  const parameters = { trial_id: String(report.trial_id) }
  if (report.report === 'short') {
    const answered = await call(api.makeShortReport, { parameters, body: TOKEN }, NO_TIMEOUT)
    return requestAddress(api.downloadShortReport, { parameters, query: { token: tokenOf(answered) } })
  }
  const answered = await call(api.makeLongReport, { parameters, body: TOKEN }, NO_TIMEOUT)
  return requestAddress(api.downloadLongReport, { parameters, query: { token: tokenOf(answered) } })
}

const tokenOf = (answered: Outcome<{ data: unknown } | { token: string }, Failure>): string => {
  const answer = answerOf(answered)
  if ('token' in answer) return answer.token
  throw new Error('the report was answered where a token was asked for')
}
