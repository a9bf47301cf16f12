import type { Endpoint } from '#contract/endpoint'
import { reportTitle } from '#domain/report'
import { problemResponse } from '../../http/problem-response'
import type { ServerContext } from '../../server-context'
import { xlsxStream } from '../../reports/xlsx-stream'
import { recordReport, type ReportOf } from './answer-report'
import type { OpenSheet, ReportSheet } from './opened-report'
import { downloadResponse } from './download-response'
import { redeemReportToken } from './report-token'

type DownloadCall = { context: ServerContext; query: { token: string }; request_id: string }

/**
 * A report as a spreadsheet for whom the token stands for, judged by what they may see now, and recorded in the audit log. Its
 * rows are read as the browser takes them.
 */
export const downloadReport = async <Trial extends number | null>(
  { context, query, request_id }: DownloadCall,
  about: ReportOf<Trial>,
  file: NonNullable<Endpoint['file']>,
  open: OpenSheet<ReportSheet, Trial>,
): Promise<Response> => {
  const actor = await redeemReportToken(context, query.token, about)
  if (!actor.ok) return problemResponse(actor.refusal, request_id)
  const opened = await open({ context, actor: actor.value, trial_id: about.trial_id })
  if (!opened.ok) return problemResponse(opened.refusal, request_id)
  const sheet = await opened.value.sheet()
  const { role } = opened.value
  await recordReport(context, { kind: 'report_downloaded', about, actor: actor.value, role, request_id })
  return downloadResponse(context, about.trial_id, {
    ...file,
    content: xlsxStream(reportTitle(about.report), sheet),
  })
}
