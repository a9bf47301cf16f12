import { withoutDefusing } from '#domain/csv'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { CsvError, parse } from 'csv-parse/browser/esm/sync'
import { counted } from '../format-number'
import { decodeText } from './decode-text'

/** The form of a list: its required columns, in any order, and its largest number of rows. */
export type CsvForm<Column extends string, Cells> = {
  columns: readonly { name: Column; isOptional?: boolean }[]
  max_rows: number
  /** A row made of its cells; a column that the file lacks is empty. */
  cellsOf: (cell: (column: Column) => string) => Cells
}

/** A row: its number among the rows, from 1, which is how a refusal names it, and the line of the file on which it begins. */
export type CsvRow<Cells> = { row: number; line: number; cells: Cells }

/** A fault of a file as a whole, or of one of its lines. */
export type CsvFault = { line: number | null; message: string }

/**
 * The rows of a CSV file in its order: UTF-8, or UTF-16 with its mark; separated by comma, semicolon or tab; quotes and
 * line ends within quotes as in RFC 4180; names of columns without regard to case; without empty lines. Refused with
 * every fault. An apostrophe that only stopped a spreadsheet from running a text is removed.
 */
export const readCsv = <Column extends string, Cells>(
  file: Uint8Array,
  form: CsvForm<Column, Cells>,
): Outcome<CsvRow<Cells>[], CsvFault[]> => {
  const text = decodeText(file)
  if (!text.ok) return refused([ofFile(text.refusal)])
  if (text.value.trim() === '') return refused([ofFile('The file is empty')])
  const records = recordsOf(text.value.replace(/\r\n?/g, '\n'), form.max_rows)
  if (!records.ok) return records
  const [header, ...lines] = records.value
  const names = (header?.cells ?? []).map((name) => name.trim().toLowerCase())
  const faults = [...headerFaults(names, form), ...lineFaults(names.length, lines)]
  if (lines.length > form.max_rows) {
    faults.push(ofFile(`The file has more than ${form.max_rows.toLocaleString('en-GB')} rows`))
  }
  if (faults.length > 0) return refused(faults)
  return accepted(
    lines.map(({ line, cells }, index) => ({
      row: index + 1,
      line,
      cells: form.cellsOf((column) => withoutDefusing(cells[names.indexOf(column.toLowerCase())] ?? '')),
    })),
  )
}

const ofFile = (message: string): CsvFault => ({ line: null, message })

/** One line of the file, or several where a text in quotes goes over line ends; `line` is its first. */
type Line = { line: number; cells: string[] }

const recordsOf = (text: string, limit: number): Outcome<Line[], CsvFault[]> => {
  const records: Line[] = []
  try {
    parse(text, {
      delimiter: separatorOf(text),
      record_delimiter: '\n',
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The header, and one row more than the limit.
      to: limit + 2,
      on_record: (cells: string[], { lines }) => {
        records.push({ line: lines - cells.join('').split('\n').length + 1, cells })
        return null
      },
    })
    return accepted(records)
  } catch (error) {
    if (error instanceof CsvError) return refused([{ line: lineOf(error), message: FAULTS[error.code] ?? UNREADABLE }])
    throw error
  }
}

const lineOf = (error: CsvError): number | null => (typeof error['lines'] === 'number' ? error['lines'] : null)

const UNREADABLE = 'This is not a valid CSV file'
const FAULTS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'A quotation mark is in the wrong place. Double it inside quoted text',
  INVALID_OPENING_QUOTE: 'A quotation mark is in the wrong place. Double it inside quoted text',
}

const SEPARATORS = [',', ';', '\t'] as const

/** The most frequent separator outside quotes in the first line with content. */
const separatorOf = (text: string): string => {
  const header = text
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split('\n', 1)
    .join()
  const count = (separator: string) => header.split(separator).length
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best))
}

const headerFaults = (names: readonly string[], { columns }: Pick<CsvForm<string, unknown>, 'columns'>): CsvFault[] => {
  const byHeading = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const faults = [...new Set(names)].flatMap((name) => {
    if (!byHeading.has(name)) return [name === '' ? 'A column heading is empty' : `The column “${name}” is not known`]
    return names.indexOf(name) === names.lastIndexOf(name) ? [] : [`The column “${name}” appears twice`]
  })
  const missing = columns.filter(({ name, isOptional = false }) => !isOptional && !names.includes(name.toLowerCase()))
  return [...faults, ...missing.map(({ name }) => `The column “${name}” is missing`)].map((message) => ({
    line: 1,
    message,
  }))
}

const lineFaults = (width: number, lines: readonly Line[]): CsvFault[] =>
  lines.flatMap(({ line, cells }) =>
    cells.length === width
      ? []
      : [{ line, message: `The row has ${counted(cells.length, 'cell')}; the header has ${width}` }],
  )
