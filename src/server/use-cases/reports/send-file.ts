import type { Endpoint } from '#contract/endpoint'
import { refusal, type Refusal } from '#contract/errors'
import { MEDIA_TYPES } from '#contract/exports'
import type { Download as DownloadNeed } from '#contract/needs'
import type { ExportFormat } from '#domain/reports/export'
import { csvStream } from '../../ground/files/csv-stream'
import { primedStream } from '../../ground/files/primed-stream'
import { textStream } from '../../ground/files/text-stream'
import { xlsxStream } from '../../ground/files/xlsx-stream'
import { dayIn } from '../../ground/time/calendar'
import { authorise } from '../call/authorise'
import { problemResponse } from '../call/problem-response'
import type { ServerContext } from '../call/server-context'
import {
  downloadTitle,
  isExport,
  type Download,
  type DownloadOf,
  type NeedOfDownload,
  type OpenDownload,
  type TrialOf,
} from './download'
import { recordDownload, type Filters } from './record-download'
import { isReportToken, redeemReportToken } from './report-token'

type FileCall<Query> = {
  context: ServerContext
  parameters: object
  query: Query & { token: string; format?: ExportFormat; columns?: readonly string[] | undefined }
  request_id: string
}

/**
 * A report or a list as a file for whom the token stands for: what the query asks of it, of what they may see now. Recorded in the audit
 * log before anything of it leaves. Its rows are read as the browser takes them.
 */
export const sendFile = async <N extends NeedOfDownload, Query extends Filters>(
  { context, parameters, query, request_id }: FileCall<Query>,
  { needs, path, file }: Pick<Endpoint, 'path' | 'file'> & { needs: DownloadNeed<N> },
  about: DownloadOf<TrialOf<N>>,
  open: OpenDownload<N, Query>,
): Promise<Response> => {
  if (!file) throw new Error(`${path} answers no file`)
  const isKnown = await isReportToken(context, query.token, about)
  if (!isKnown) return problemResponse(refusal('download_token_invalid'), request_id)
  const reading = context.database.beginReading()
  const refuse = async (why: Refusal) => {
    await reading.end()
    return problemResponse(why, request_id)
  }
  try {
    // Before the token is used up and what it allows is judged: the wait for a place may be long, and may be in vain.
    await reading.acquirePlace()
    const actor = await redeemReportToken(context, query.token, about)
    if (!actor.ok) return await refuse(actor.refusal)
    const call = { actor: actor.value, parameters }
    const view = await authorise<{ needs: N }>(context.database.queries, { needs: needs.of }, call)
    if (!view.ok) return await refuse(view.refusal)
    const { trial_id } = about
    const opened = await open({ context, actor: actor.value, view: view.value, trial_id, query, reading })
    if (!opened.ok) return await refuse(opened.refusal)
    const download = opened.value
    const { token: _, format = 'xlsx', columns, ...filters } = query
    const how = isExport(about.report)
      ? ({ kind: 'list_exported', format, columns, filters } as const)
      : ({ kind: 'report_downloaded', format } as const)
    await recordDownload(context, { how, about, actor: actor.value, download, request_id })
    const content = thenEnding(contentOf(download, downloadTitle(about.report), format), reading.end)
    return new Response(await primedStream(content, context.log), {
      headers: {
        'Content-Type': MEDIA_TYPES[format],
        'Content-Disposition': `attachment; filename="${fileName(context, trial_id, file.name, format)}"`,
      },
    })
  } catch (error) {
    await reading.end()
    throw error
  }
}

const contentOf = (download: Download, title: string, format: ExportFormat): ReadableStream<Uint8Array> => {
  if (format === 'json') {
    if (!download.json) throw new Error(`${title} has no JSON`)
    return textStream(download.json())
  }
  if (format === 'pdf') {
    if (!download.pdf) throw new Error(`${title} has no PDF`)
    return ReadableStream.from(download.pdf())
  }
  if (format === 'xpt') {
    if (!download.xpt) throw new Error(`${title} has no transport file`)
    return ReadableStream.from(download.xpt())
  }
  return format === 'csv' ? csvStream(download) : xlsxStream(title, download)
}

/** As `trial-7-long-report-2026-11-21.xlsx`, so that the files of several trials and days lie beside each other. */
const fileName = (context: ServerContext, trialId: number | null, name: string, format: ExportFormat): string => {
  const dated = `${name.replace(/\.\w+$/, '')}-${dayIn('UTC', context.now())}.${format}`
  return trialId === null ? dated : `trial-${trialId}-${dated}`
}

/** A stream after which something is done, once: when it is over, broken, or when its reader is gone. */
const thenEnding = (content: ReadableStream<Uint8Array>, end: () => Promise<void>): ReadableStream<Uint8Array> => {
  const reader = content.getReader()
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          const { value } = await reader.read()
          if (value !== undefined) return controller.enqueue(value)
          await end()
          controller.close()
        } catch (error) {
          await end()
          throw error
        }
      },
      cancel: async (reason) => {
        // Ended first: what makes the rows may wait for its next piece, and then never hears that nobody reads it.
        await end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
