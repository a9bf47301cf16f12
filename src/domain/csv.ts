/** The content of a cell; null leaves it empty. */
export type CsvCell = string | number | null

/**
 * Rows as the text of a CSV file: commas, every line ended by CR LF, and quotes around a text that holds one of these. A text that a
 * spreadsheet would run as a formula is led by an apostrophe, and so is each part of it that would become a cell where a program
 * parts cells by semicolons or tabs; a number stays as it is. Sources: RFC 4180; OWASP, CSV Injection.
 */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

/** By this, spreadsheet programs recognise UTF-8; without it they would garble every name that is not English. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The same as a file, or the beginning of one. */
export const csvFile = (rows: readonly (readonly CsvCell[])[]): string => BYTE_ORDER_MARK + csvText(rows)

const cellText = (cell: CsvCell): string => {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : quoted(defused(cell))
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const defused = (text: string): string =>
  partsOf(text)
    .map((part, index) => (isRunAsFormula(part, index) ? `'${part}` : part))
    .join('')

/** The text of a cell of our own files without the apostrophes that only stopped spreadsheets from running it. */
export const withoutDefusing = (text: string): string =>
  partsOf(text)
    .map((part, index) => (part.startsWith("'") && isRunAsFormula(part.slice(1), index) ? part.slice(1) : part))
    .join('')

/**
 * Splits a text where programs that separate cells by semicolons or tabs would split it. For them, the quote around the
 * text is within a cell and encloses nothing. Each part retains its separator.
 */
const partsOf = (text: string): string[] => text.split(/(?<=[;\t\r\n])/)

/**
 * Whether some spreadsheet would run a part of a text as a formula: also after blanks, and with the full-width signs of East
 * Asian keyboards. In parts after the first also behind quotes, which there enclose nothing.
 */
const isRunAsFormula = (part: string, index: number): boolean =>
  (index === 0 ? BEGINS_A_FORMULA : BEGINS_A_FORMULA_WITHIN).test(part) && !IS_NUMBER.test(part)

const BEGINS_A_FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/
const BEGINS_A_FORMULA_WITHIN = /^[\s"]*[=+\-@＝＋－＠]/
const IS_NUMBER = /^[+-]?\d+(\.\d+)?[;\t\r\n]?$/
