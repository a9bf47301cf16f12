import { setImmediate } from 'node:timers/promises'
import Pdf from 'pdfkit'
import { documentWriter } from '../labels/document-writer'

/** A column: its heading, its share of the width, and whether it has figures, which stand at its right. */
export type PdfColumn = { heading: string; share: number; isFigure?: boolean }

/** A row of cells, or a heading of the rows that follow. */
export type PdfRow = { cells: readonly string[] } | { heading: string }

export type PdfDocument = {
  title: string
  /** What stands beneath the title, a line each. */
  lead: readonly string[]
  /** What stands at the foot of each page, before its number. */
  foot: string
  /** When it was generated, which the file keeps. */
  created_at: string
  tables: readonly { columns: readonly PdfColumn[]; rows: Iterable<PdfRow> }[]
}

/** A4 on its side, in points. */
const PAGE = { width: 841.89, height: 595.28 }
const MARGIN = 36
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - 16
const ROW = 18
const HEAD = 26
const GAP = 6
/** After so many rows, whatever else waits has its turn, and the pages until then leave. */
const ROWS_AT_ONCE = 50

/** Tables one after another on A4 pages, each page with its headings, as a PDF of embedded fonts, piece by piece. */
export async function* pdfTables(content: PdfDocument): AsyncGenerator<Uint8Array, void, undefined> {
  const document = new Pdf({
    autoFirstPage: false,
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: 'en-GB',
    info: { Title: content.title, CreationDate: new Date(content.created_at) },
  })
  const chunks: Uint8Array[] = []
  document.on('data', (chunk: Buffer) => chunks.push(new Uint8Array(chunk)))
  const ended = new Promise<void>((resolve, reject) => {
    document.on('end', resolve)
    document.on('error', reject)
  })
  const pages = pageWriter(document, content)
  let made = 0
  for (const { columns, rows } of content.tables) {
    pages.begin(columns)
    for (const row of rows) {
      pages.row(columns, row)
      made += 1
      if (made % ROWS_AT_ONCE > 0) continue
      await setImmediate()
      yield* chunks.splice(0)
    }
  }
  document.end()
  await ended
  yield* chunks
}

/** Writes row beneath row, on another page where there is no room. */
const pageWriter = (document: PDFKit.PDFDocument, { title, lead, foot }: PdfDocument) => {
  const { setter, penAt } = documentWriter(document)
  let page = 0
  let y = 0

  const line = (text: string, at: { x: number; y: number }, style: 'text' | 'strong', largest: number, width = WIDTH) => {
    if (text === '') return
    penAt(0, 0).text(setter.oneLine(style, text, { width, largest, smallest: 6 }), at)
  }
  const cell = (text: string, x: number, { width, height, isFigure = false, isStrong = false }: CellBox) => {
    if (text === '') return
    const style = isStrong ? 'strong' : 'text'
    const lines = setter.wholeText(style, text, { width: width - GAP, height, largest: 8.5 })
    for (const [index, one] of lines.entries()) {
      const inset = isFigure ? width - GAP - setter.widthOf(one) : 0
      penAt(0, 0).text(one, { x: x + inset, y: y + 10 + index * one.size * 1.2 })
    }
  }
  const rule = (colour: string) =>
    document
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor(colour)
      .stroke()
      .fillColor('black')

  const begin = (columns: readonly PdfColumn[]) => {
    document.addPage()
    page += 1
    line(`${foot} · page ${page}`, { x: MARGIN, y: PAGE.height - MARGIN }, 'text', 7)
    y = MARGIN + 12
    if (page === 1) {
      line(title, { x: MARGIN, y }, 'strong', 15)
      for (const one of lead) line(one, { x: MARGIN, y: (y += 15) }, 'text', 9)
      y += 14
    }
    inColumns(columns, (column, x, width) =>
      cell(column.heading, x, { width, height: HEAD, isFigure: column.isFigure === true, isStrong: true }),
    )
    y += HEAD
    rule('#555555')
  }

  const row = (columns: readonly PdfColumn[], one: PdfRow) => {
    if (y + ROW > BOTTOM) begin(columns)
    if ('heading' in one) {
      line(one.heading, { x: MARGIN, y: y + 13 }, 'strong', 9)
    } else {
      inColumns(columns, (column, x, width, index) =>
        cell(one.cells[index] ?? '', x, { width, height: ROW, isFigure: column.isFigure === true }),
      )
    }
    y += ROW
    rule('#cccccc')
  }
  return { begin, row }
}

type CellBox = { width: number; height: number; isFigure?: boolean; isStrong?: boolean }

const inColumns = (
  columns: readonly PdfColumn[],
  draw: (column: PdfColumn, x: number, width: number, index: number) => void,
): void => {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = MARGIN
  for (const [index, column] of columns.entries()) {
    const width = (WIDTH * column.share) / shares
    draw(column, x, width, index)
    x += width
  }
}
