import { csvFile, csvText } from '#domain/csv'
import type { ReportSheet } from './report-sheet'
import { textStream } from './text-stream'

/**
 * A sheet as a CSV file in UTF-8, written while it is read; texts that a spreadsheet would run as a formula are
 * defused.
 */
export const csvStream = (sheet: ReportSheet): ReadableStream<Uint8Array> => textStream(csvLines(sheet))

/** Its lines, for callers that write them elsewhere. */
export async function* csvLines({ headings, rows }: ReportSheet): AsyncGenerator<string, void, undefined> {
  yield csvFile([headings])
  for await (const row of rows) yield csvText([row])
}
