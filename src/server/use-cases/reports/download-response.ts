import { dayIn } from '../../ground/time/calendar'
import { primedStream } from '../../ground/files/primed-stream'
import type { ServerContext } from '../call/server-context'

type DownloadedFile = {
  /** With its ending: `long-report.xlsx`. */
  name: string
  media_type: string
  content: ReadableStream<Uint8Array>
}

/**
 * A file for the browser to keep, as `trial-7-long-report-2026-11-21.xlsx`, so that those of several trials and days lie beside
 * each other. If the database is lost on the way, the connection breaks, and the browser says that the file is not whole.
 */
export const downloadResponse = async (
  context: ServerContext,
  trialId: number | null,
  file: DownloadedFile,
): Promise<Response> => {
  const dated = file.name.replace(/(?=\.\w+$)/, `-${dayIn('UTC', context.now())}`)
  const name = trialId === null ? dated : `trial-${trialId}-${dated}`
  return new Response(await primedStream(file.content, context.log), {
    headers: { 'Content-Type': file.media_type, 'Content-Disposition': `attachment; filename="${name}"` },
  })
}
