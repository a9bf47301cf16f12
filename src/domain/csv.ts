/** What a cell holds; null leaves it empty. */
export type CsvCell = string | number | null

/**
 * Rows as the text of a CSV file: commas, every line ended by CR LF, and quotes around a text that holds one of these. A text that a
 * spreadsheet would run as a formula is led by an apostrophe; a number stays as it is. Sources: RFC 4180; OWASP, CSV Injection.
 */
export const csvText = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')

const cellText = (cell: CsvCell): string => {
  if (cell === null) return ''
  return typeof cell === 'number' ? String(cell) : quoted(harmless(cell))
}

const harmless = (text: string): string => (isRunAsFormula(text) ? `'${text}` : text)

/** Some programs part cells by semicolons or tabs, whatever the file does. */
const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Whether some spreadsheet would run a text: also behind blanks, and with the wide signs of East Asian keyboards. */
export const isRunAsFormula = (text: string): boolean => BEGINS_A_FORMULA.test(text) && !IS_NUMBER.test(text)

const BEGINS_A_FORMULA = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/
const IS_NUMBER = /^[+-]?\d+(\.\d+)?$/
