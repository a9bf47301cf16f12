import type { ReportCell } from '#domain/reports/report'

/** A report for a spreadsheet; rows are read only as they are needed. */
export type ReportSheet = {
  headings: readonly string[]
  rows: AsyncIterable<readonly ReportCell[]> | Iterable<readonly ReportCell[]>
}

/** One whose rows are counted before the first of them is read. */
export type CountedSheet = ReportSheet & { count: number }
