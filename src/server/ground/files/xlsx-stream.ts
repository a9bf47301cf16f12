import type { ReportCell } from '#domain/reports/report'
import { writeXlsxStream } from 'hucre/xlsx'
import type { ReportSheet } from './report-sheet'

/**
 * A sheet as an Office Open XML workbook, written while it is read: memory does not grow with its rows. A text stays a
 * text, as an inline string, whatever its beginning; a number is a number.
 */
export const xlsxStream = (title: string, { headings, rows }: ReportSheet): ReadableStream<Uint8Array> =>
  writeXlsxStream(rowsOf(headings, rows), {
    name: title,
    freezePane: { rows: 1 },
    columns: headings.map((heading) => ({ width: widthOf(heading), style: WRAPPED })),
  })

async function* rowsOf(headings: readonly string[], rows: ReportSheet['rows']) {
  yield headings.map(sound)
  for await (const row of rows) yield row.map(sound)
}

const WRAPPED = { alignment: { wrapText: true, vertical: 'top' } } as const

/** In characters: as wide as its heading, within a readable range. */
const widthOf = (heading: string): number => Math.min(40, Math.max(14, heading.length + 2))

/** The most characters in a cell (Excel specifications and limits). */
const MAX_CHARACTERS = 32_767
const CUT = ' … (cut)'

/**
 * Characters that XML 1.0 forbids even escaped: a program that meets one in a cell silently leaves out every row from
 * there on. The control characters before the blank, forbidden too, are written as `_x0001_` by the writer itself.
 */
const NONCHARACTERS = /[\uFFFE\uFFFF]/g
const REPLACEMENT_CHARACTER = '\uFFFD'

/**
 * A text that every program reads as it was written, as far as possible: `_x0041_` would be read as the character that
 * it names.
 */
const sound = (cell: ReportCell): ReportCell => {
  if (typeof cell !== 'string') return cell
  const literal = cell.replace(NONCHARACTERS, REPLACEMENT_CHARACTER).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  if (literal.length <= MAX_CHARACTERS) return literal
  return literal.slice(0, MAX_CHARACTERS - CUT.length) + CUT
}
