import type { Endpoint } from '#contract/endpoint'
import { MEDIA_TYPES } from '#contract/exports'
import type { Download as DownloadNeed } from '#contract/needs'
import { accepted } from '#domain/outcome'
import type { ExportFormat } from '#domain/reports/export'
import { csvStream } from '../../ground/files/csv-stream'
import { textStream } from '../../ground/files/text-stream'
import { xlsxStream } from '../../ground/files/xlsx-stream'
import type { ServerContext } from '../call/server-context'
import { answerToken } from './answer-token'
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

/** The forms of what has rows. */
type SheetFormat = Exclude<ExportFormat, 'docx'>

type FileCall<Query> = {
  context: ServerContext
  parameters: object
  query: Query & { token: string; format?: SheetFormat; columns?: readonly string[] | undefined }
  request_id: string
}

/**
 * A report or a list as a file for the person of a token: as requested by the query, by their present rights. Recorded
 * in the audit log before its first byte leaves. Its rows are read as the browser receives them.
 */
export const sendFile = async <N extends NeedOfDownload, Query extends Filters>(
  { context, parameters, query, request_id }: FileCall<Query>,
  { needs, path, file }: Pick<Endpoint, 'path' | 'file'> & { needs: DownloadNeed<N> },
  about: DownloadOf<TrialOf<N>>,
  open: OpenDownload<N, Query>,
): Promise<Response> => {
  if (!file) throw new Error(`${path} answers no file`)
  const call = { context, parameters, token: query.token, request_id }
  return answerToken(call, needs, about, async ({ actor, view, reading }) => {
    const opened = await open({ context, actor, view, trial_id: about.trial_id, query, reading })
    if (!opened.ok) return opened
    const download = opened.value
    const { token: _, format = 'xlsx', columns, ...filters } = query
    const form = isExport(about.report)
      ? ({ kind: 'list_exported', format, rows: download.count, columns, filters } as const)
      : ({ kind: 'report_downloaded', format } as const)
    await recordDownload(context, { form, about, actor, download, request_id })
    const content = thenEnding(contentOf(download, downloadTitle(about.report), format), reading.end)
    const name = `${file.name.replace(/\.\w+$/, '')}.${format}`
    return accepted({ media_type: MEDIA_TYPES[format], name, content })
  })
}

const contentOf = (download: Download, title: string, format: SheetFormat): ReadableStream<Uint8Array> => {
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

/** A stream with a final action, once: when it is over, broken, or its reader is gone. */
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
        // Ended first: the source of the rows may wait for its next piece, and then never notices that nobody reads it.
        await end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
