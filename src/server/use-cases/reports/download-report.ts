import type { Endpoint } from '#contract/endpoint'
import type { Download } from '#contract/needs'
import { reportTitle } from '#domain/reports/report'
import { problemResponse } from '../call/problem-response'
import type { ServerContext } from '../call/server-context'
import { xlsxStream } from '../../ground/files/xlsx-stream'
import { authorise } from '../call/authorise'
import { recordReport, type ReportOf } from './answer-report'
import type { ReportSheet } from '../../ground/files/report-sheet'
import type { NeedOfReport, OpenSheet, TrialOf } from './opened-report'
import { downloadResponse } from './download-response'
import { redeemReportToken } from './report-token'

type DownloadCall = { context: ServerContext; parameters: object; query: { token: string }; request_id: string }

/**
 * A report as a spreadsheet for whom the token stands for, judged by what they may see now, and recorded in the audit log. Its
 * rows are read as the browser takes them.
 */
export const downloadReport = async <N extends NeedOfReport>(
  { context, parameters, query, request_id }: DownloadCall,
  { needs, path, file }: Pick<Endpoint, 'path' | 'file'> & { needs: Download<N> },
  about: ReportOf<TrialOf<N>>,
  open: OpenSheet<ReportSheet, N>,
): Promise<Response> => {
  if (!file) throw new Error(`${path} answers no file`)
  const actor = await redeemReportToken(context, query.token, about)
  if (!actor.ok) return problemResponse(actor.refusal, request_id)
  const asking = { actor: actor.value, parameters }
  const view = await authorise<{ needs: N }>(context.database.queries, { needs: needs.of }, asking)
  if (!view.ok) return problemResponse(view.refusal, request_id)
  const opened = await open({ context, actor: actor.value, view: view.value, trial_id: about.trial_id })
  if (!opened.ok) return problemResponse(opened.refusal, request_id)
  const sheet = await opened.value.sheet()
  await recordReport(context, { kind: 'report_downloaded', about, actor: actor.value, view: view.value, request_id })
  return downloadResponse(context, about.trial_id, {
    ...file,
    content: xlsxStream(reportTitle(about.report), sheet),
  })
}
