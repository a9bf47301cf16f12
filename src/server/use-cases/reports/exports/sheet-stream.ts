import { EXPORTS, type ExportName } from '#domain/reports/export'
import { csvStream } from '../../../ground/files/csv-stream'
import { xlsxStream } from '../../../ground/files/xlsx-stream'
import type { ReportSheet } from '../../../ground/files/report-sheet'

/** A list as the file of a spreadsheet program, written while it is read. */
export const sheetStream = (
  name: ExportName,
  format: 'csv' | 'xlsx',
  sheet: ReportSheet,
): ReadableStream<Uint8Array> => (format === 'csv' ? csvStream(sheet) : xlsxStream(EXPORTS[name].title, sheet))
