import type { Endpoint } from '#contract/endpoint'
import { reportTitle } from '#domain/report'
import { dayIn } from '../../calendar'
import { problemResponse } from '../../http/problem-response'
import type { Portal } from '../../portal'
import { xlsxStream } from '../../reports/xlsx-stream'
import { recordReport } from './answer-report'
import type { OpenReport } from './opened-report'
import { redeemReportToken, type ReportOf } from './report-token'

type DownloadCall = { portal: Portal; query: { token: string }; request_id: string }

/**
 * A report as a spreadsheet for whom the token stands for, judged by what he may see now, and recorded in the audit log. Its
 * rows are read as the browser takes them: if the database is lost on the way, the connection breaks, and the browser says that
 * the file is not whole.
 */
export const downloadReport = async <Trial extends number | null>(
  { portal, query, request_id }: DownloadCall,
  about: ReportOf & { trial_id: Trial },
  file: NonNullable<Endpoint['file']>,
  open: OpenReport<unknown, Trial>,
): Promise<Response> => {
  const actor = await redeemReportToken(portal, query.token, about)
  if (!actor.ok) return problemResponse(actor.refusal, request_id)
  const opened = await open({ portal, actor: actor.value, trial_id: about.trial_id })
  if (!opened.ok) return problemResponse(opened.refusal, request_id)
  const sheet = await opened.value.sheet()
  const { role } = opened.value
  await recordReport(portal, { kind: 'report_downloaded', about, actor: actor.value, role, request_id })
  return new Response(xlsxStream(reportTitle(about.report), sheet), {
    headers: {
      'Content-Type': file.media_type,
      'Content-Disposition': `attachment; filename="${fileName(portal, about, file.name)}"`,
    },
  })
}

/** `trial-7-long-report-2026-11-21.xlsx`, so that those of several trials and days lie beside each other. */
const fileName = (portal: Portal, { trial_id }: ReportOf, name: string): string => {
  const dated = name.replace(/\.xlsx$/, `-${dayIn('UTC', portal.now())}.xlsx`)
  return trial_id === null ? dated : `trial-${trial_id}-${dated}`
}
