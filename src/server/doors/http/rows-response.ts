import { ROW_COUNT } from '#contract/row-count'
import type { Logger } from 'pino'
import { primedStream } from '../../ground/files/primed-stream'
import type { StreamedRows } from '../../use-cases/call/call'

/**
 * A response whose rows are read as the client takes them. It begins with its first bytes, so an earlier failure is thrown and
 * gets a status; a later one is logged and breaks the connection, so that no part passes for the whole.
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
