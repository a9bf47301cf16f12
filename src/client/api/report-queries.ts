import { api } from '#contract/api'
import type { BalanceReport } from '#contract/balance-report'
import type { ReportSections, ReportTable } from '#contract/reports'
import type { RowProgress } from '#contract/row-count'
import { answerOf, type QueryContext, endpointQuery } from './endpoint-query'
import { callOf } from './query-client'
import type { SentQuery } from '#contract/endpoint'

/** One page of the emails of a trial. */
export const messagesQuery = (trialId: number, query: SentQuery<typeof api.listMessages>) =>
  endpointQuery(api.listMessages, { parameters: { trial_id: String(trialId) }, query })

/** A report may take any time. */
const NO_TIMEOUT = { timeout_ms: null } as const

const DATA = { type: 'data' } as const

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
  queryFn: async ({ client, signal }: QueryContext): Promise<ReportTable> => {
    onRows(null)
    const input = { parameters: parametersOf(trialId), body: DATA }
    return dataOf(answerOf(await callOf(client)(api.makeLongReport, input, { ...NO_TIMEOUT, signal, onRows })))
  },
})

export const shortReportQuery = (trialId: number) => ({
  ...GENERATED_ONCE,
  queryKey: [api.makeShortReport.path, trialId],
  queryFn: async ({ client, signal }: QueryContext): Promise<ReportSections> => {
    const input = { parameters: parametersOf(trialId), body: DATA }
    return dataOf(answerOf(await callOf(client)(api.makeShortReport, input, { ...NO_TIMEOUT, signal })))
  },
})

/** The balance by code letters, or by the names of the groups. */
export const balanceQuery = (trialId: number, report: 'balance' | 'balance-open') => {
  const call = { balance: api.makeBalanceReport, 'balance-open': api.makeOpenBalanceReport }[report]
  return {
    ...GENERATED_ONCE,
    queryKey: [call.path, trialId],
    queryFn: async ({ client, signal }: QueryContext): Promise<BalanceReport> => {
      const input = { parameters: parametersOf(trialId), body: DATA }
      return dataOf(answerOf(await callOf(client)(call, input, { ...NO_TIMEOUT, signal })))
    },
  }
}

export const managementReportQuery = {
  ...GENERATED_ONCE,
  queryKey: [api.makeManagementReport.path],
  queryFn: async ({ client, signal }: QueryContext): Promise<ReportTable> =>
    dataOf(answerOf(await callOf(client)(api.makeManagementReport, { body: DATA }, { ...NO_TIMEOUT, signal }))),
}
