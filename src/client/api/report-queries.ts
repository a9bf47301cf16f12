import { api } from '#contract/api'
import type { ReportSections, ReportTable } from '#contract/reports'
import type { RowProgress } from '#contract/row-count'
import type { TrialReportName } from '#domain/reports/report'
import type { Outcome } from '#domain/outcome'
import { call } from './browser-call'
import { answerOf } from './endpoint-query'
import type { Failure } from './failure'
import { requestAddress } from './request-address'

/** Which report: one of a trial, or the management report of the whole system. */
export type RequestedReport = { report: TrialReportName; trial_id: number } | { report: 'mgmt' }

/** A report may take any time. */
const NO_TIMEOUT = { timeout_ms: null } as const

const DATA = { type: 'data' } as const
const TOKEN = { type: 'token' } as const

const parametersOf = (trialId: number) => ({ trial_id: String(trialId) })

/** A report stays as it was generated: only the person requests a new one. */
const GENERATED_ONCE = {
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  meta: { isFailureShownInPlace: true },
} as const

const dataOf = <Data>(answer: { data: Data } | { token: string }): Data => {
  if ('data' in answer) return answer.data
  throw new Error('a token was answered where the report was asked for')
}

/** `onRows` is called with the progress of the report; null at the start, while the number of rows is unknown. */
export const longReportQuery = (trialId: number, onRows: (rows: RowProgress | null) => void) => ({
  ...GENERATED_ONCE,
  queryKey: [api.makeLongReport.path, trialId],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReportTable> => {
    onRows(null)
    const input = { parameters: parametersOf(trialId), body: DATA }
    return dataOf(answerOf(await call(api.makeLongReport, input, { ...NO_TIMEOUT, signal, onRows })))
  },
})

export const shortReportQuery = (trialId: number) => ({
  ...GENERATED_ONCE,
  queryKey: [api.makeShortReport.path, trialId],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReportSections> => {
    const input = { parameters: parametersOf(trialId), body: DATA }
    return dataOf(answerOf(await call(api.makeShortReport, input, { ...NO_TIMEOUT, signal })))
  },
})

export const managementReportQuery = {
  ...GENERATED_ONCE,
  queryKey: [api.makeManagementReport.path],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ReportTable> =>
    dataOf(answerOf(await call(api.makeManagementReport, { body: DATA }, { ...NO_TIMEOUT, signal }))),
}

type Token = Outcome<{ data: unknown } | { token: string }, Failure>

/** Returns the address of a report as a spreadsheet, valid for one download within two minutes. Throws `CallFailed`. */
export const reportDownload = async (report: RequestedReport): Promise<string> => {
  if (report.report === 'mgmt') {
    const answered = await call(api.makeManagementReport, { body: TOKEN }, NO_TIMEOUT)
    return requestAddress(api.downloadManagementReport, { query: { token: tokenOf(answered) } })
  }
  const parameters = parametersOf(report.trial_id)
  if (report.report === 'short') {
    const answered = await call(api.makeShortReport, { parameters, body: TOKEN }, NO_TIMEOUT)
    return requestAddress(api.downloadShortReport, { parameters, query: { token: tokenOf(answered) } })
  }
  const answered = await call(api.makeLongReport, { parameters, body: TOKEN }, NO_TIMEOUT)
  return requestAddress(api.downloadLongReport, { parameters, query: { token: tokenOf(answered) } })
}

const tokenOf = (answered: Token): string => {
  const answer = answerOf(answered)
  if ('token' in answer) return answer.token
  throw new Error('the report was answered where a token was asked for')
}
