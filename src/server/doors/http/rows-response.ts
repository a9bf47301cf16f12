import { ROW_COUNT } from '#contract/row-count'
import type { Logger } from 'pino'
import { primedStream } from '../../ground/files/primed-stream'
import type { StreamedRows } from '../../use-cases/call/call'

/**
 * An answer whose rows are read as they are taken. It begins once its first bytes are there, so what fails before is thrown, to be
 * told with a status of its own; what fails later is logged and breaks the connection, so that no part is taken for the whole.
 */
export const rowsResponse = async (
  { rows, content }: StreamedRows,
  headers: Headers,
  log: Logger,
): Promise<Response> => {
  headers.set('Content-Type', 'application/json')
  headers.set(ROW_COUNT, String(rows))
  return new Response(await primedStream(content, log), { headers })
}
