import { api } from '#contract/api'
import type { ReportFormat, TrialReportName } from '#domain/reports/report'
import type { Outcome } from '#domain/outcome'
import { answerOf } from '../../api/endpoint-query'
import type { Failure } from '../../api/failure'
import { requestAddress } from '../../api/request-address'
import { call } from '../../device/call'

/** Which report: one of a trial, or the management report of the whole system. */
export type RequestedReport = { report: TrialReportName; trial_id: number } | { report: 'mgmt' }

/** The forms of its file. Only balance reports come as a PDF. */
export type ReportFile = Exclude<ReportFormat, 'html'>

/** A report may take any time. */
const NO_TIMEOUT = { timeout_ms: null } as const

const TOKEN = { type: 'token' } as const

/** Returns the address of a report as a file, valid for one download within two minutes. Throws `CallFailed`. */
export const reportDownload = async (report: RequestedReport, format: ReportFile): Promise<string> => {
  if (report.report === 'mgmt') {
    const answered = await call(api.makeManagementReport, { body: TOKEN }, NO_TIMEOUT)
    return requestAddress(api.downloadManagementReport, { query: { token: tokenOf(answered) } })
  }
  const parameters = { trial_id: String(report.trial_id) }
  if (report.report === 'short') {
    const answered = await call(api.makeShortReport, { parameters, body: TOKEN }, NO_TIMEOUT)
    return requestAddress(api.downloadShortReport, { parameters, query: { token: tokenOf(answered) } })
  }
  if (report.report === 'balance') {
    const answered = await call(api.makeBalanceReport, { parameters, body: TOKEN }, NO_TIMEOUT)
    return requestAddress(api.downloadBalanceReport, { parameters, query: { token: tokenOf(answered), format } })
  }
  if (report.report === 'balance-open') {
    const answered = await call(api.makeOpenBalanceReport, { parameters, body: TOKEN }, NO_TIMEOUT)
    return requestAddress(api.downloadOpenBalanceReport, { parameters, query: { token: tokenOf(answered), format } })
  }
  const answered = await call(api.makeLongReport, { parameters, body: TOKEN }, NO_TIMEOUT)
  return requestAddress(api.downloadLongReport, { parameters, query: { token: tokenOf(answered) } })
}

const tokenOf = (answered: Outcome<{ data: unknown } | { token: string }, Failure>): string => {
  const answer = answerOf(answered)
  if ('token' in answer) return answer.token
  throw new Error('the report was answered where a token was asked for')
}
