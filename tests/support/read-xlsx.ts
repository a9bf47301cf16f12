import { strFromU8, unzipSync } from 'fflate'
import { Window } from 'happy-dom'

/** A cell as a spreadsheet program reads it: a text, a number, or nothing. */
export type ReadCell = string | number | null

/**
 * The one sheet of a workbook, read by a zip reader and an XML parser that the server does not use. Formulas are a
 * fault.
 */
export const readXlsx = (bytes: Uint8Array): { title: string; rows: ReadCell[][] } => {
  const parts = unzipSync(bytes)
  const part = (path: string) => {
    const bytes = parts[path]
    if (!bytes) throw new Error(`the workbook has no ${path}: ${Object.keys(parts).join(', ')}`)
    return parsed(strFromU8(bytes))
  }
  const kinds = part('[Content_Types].xml').querySelectorAll('Override')
  for (const name of [...kinds].map((kind) => kind.getAttribute('PartName') ?? '')) part(name.slice(1))
  const title = part('xl/workbook.xml').querySelector('sheet')?.getAttribute('name') ?? ''
  const sheet = part('xl/worksheets/sheet1.xml')
  if (sheet.querySelector('f')) throw new Error('the sheet holds a formula')
  return { title, rows: [...sheet.querySelectorAll('row')].map(cellsOf) }
}

const parsed = (xml: string) => new new Window().DOMParser().parseFromString(xml, 'application/xml')

type Parsed = ReturnType<typeof parsed>
type Row = NonNullable<ReturnType<Parsed['querySelector']>>

const cellsOf = (row: Row): ReadCell[] => {
  const cells: ReadCell[] = []
  for (const cell of row.querySelectorAll('c')) {
    const column = columnOf(cell.getAttribute('r') ?? '')
    while (cells.length < column) cells.push(null)
    cells.push(valueOf(cell))
  }
  return cells
}

const valueOf = (cell: Row): ReadCell => {
  const type = cell.getAttribute('t')
  if (type === 'inlineStr') return unescaped(cell.querySelector('t')?.textContent ?? '')
  if (type !== null) throw new Error(`a cell of the type ${type}`)
  const value = cell.querySelector('v')?.textContent
  return value === undefined ? null : Number(value)
}

/** `C7` is in column 2, counted from 0. */
const columnOf = (reference: string): number =>
  Array.from(reference.replace(/\d+$/, '')).reduce(
    (sofar, letter) => sofar * 26 + (letter.codePointAt(0) ?? 0) - 64,
    0,
  ) - 1

/** ECMA-376, part 1, 22.9.2.19: `_x000B_` is the character with that number. */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
