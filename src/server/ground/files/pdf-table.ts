import { setImmediate } from 'node:timers/promises'
import { documentWriter } from '../labels/document-writer'
import type { Line } from '../labels/label-text'
import { pdfDocument } from './pdf-document'

/** A column: its heading, its share of the width, and whether it has figures, which are aligned right. */
export type PdfColumn = { heading: string; share: number; isFigure?: boolean }

/** A row of cells, or a heading of the rows that follow. */
export type PdfRow = { cells: readonly string[] } | { heading: string }

export type PdfDocument = {
  title: string
  /** The text below the title, a line each. */
  lead: readonly string[]
  /** The text at the foot of each page, before its number. */
  foot: string
  /** When it was generated, which the file records. */
  created_at: string
  tables: readonly { columns: readonly PdfColumn[]; rows: Iterable<PdfRow> }[]
}

/** A4 on its side, in points. */
const PAGE = { width: 841.89, height: 595.28 }
const MARGIN = 36
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - 16
const GAP = 8
/** The size of the type in the tables, and the line height. */
const SIZE = 8.5
const LINE = 10.2
const MOST_LINES = 4
const PADDING = 7
/** After so many rows other work runs, and the finished pages are sent. */
const ROWS_AT_ONCE = 50

/** Tables one after another on A4 pages, each page with its headings, as a PDF of embedded fonts, piece by piece. */
export async function* pdfTables(content: PdfDocument): AsyncGenerator<Uint8Array, void, undefined> {
  const { document, take, end } = pdfDocument({ ...content, size: [PAGE.width, PAGE.height] })
  const pages = pageWriter(document, content)
  let made = 0
  for (const { columns, rows } of content.tables) {
    pages.begin(columns)
    for (const row of rows) {
      pages.row(columns, row)
      made += 1
      if (made % ROWS_AT_ONCE > 0) continue
      await setImmediate()
      yield* take()
    }
  }
  yield* await end()
}

/** Writes row below row, on another page where there is no room. */
const pageWriter = (document: PDFKit.PDFDocument, { title, lead, foot }: PdfDocument) => {
  const { setter, penAt } = documentWriter(document)
  let page = 0
  let y = 0

  const line = (
    text: string,
    at: { x: number; y: number },
    style: 'text' | 'strong',
    largest: number,
    width = WIDTH,
  ) => {
    if (text === '') return
    penAt(0, 0).text(setter.oneLine(style, text, { width, largest, smallest: 6 }), at)
  }
  /** A text in lines that break between words; a word wider than its column takes several lines. */
  const linesOf = (text: string, style: 'text' | 'strong', width: number): Line[] => {
    const onOneLine = (text: string) => setter.oneLine(style, text, { width: Infinity, largest: SIZE, smallest: 0 })
    const lines: string[] = []
    for (const word of text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`
      if (lines.length > 0 && setter.widthOf(onOneLine(longer)) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    const set = lines.map(onOneLine)
    const isWhole = set.length <= MOST_LINES && set.every((one) => setter.widthOf(one) <= width)
    return isWhole ? set : setter.wholeText(style, text, { width, height: MOST_LINES * LINE, largest: SIZE })
  }
  /** Sets a cell for each column, and returns their height; they are drawn where there is room. */
  const cellsOf = (columns: readonly PdfColumn[], texts: readonly string[], style: 'text' | 'strong') => {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const cells = columns.map(({ share }, index) => {
      const width = (WIDTH * share) / shares
      const text = texts[index] ?? ''
      return { width, lines: text === '' ? [] : linesOf(text, style, width - GAP) }
    })
    const height = Math.max(1, ...cells.map(({ lines }) => lines.length)) * LINE + PADDING
    const draw = () => {
      let x = MARGIN
      for (const [index, { width, lines }] of cells.entries()) {
        for (const [place, one] of lines.entries()) {
          const inset = columns[index]?.isFigure === true ? width - GAP - setter.widthOf(one) : 0
          penAt(0, 0).text(one, { x: x + inset, y: y + LINE + 1 + place * LINE })
        }
        x += width
      }
      y += height
    }
    return { height, draw }
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
    cellsOf(
      columns,
      columns.map(({ heading }) => heading),
      'strong',
    ).draw()
    rule('#555555')
  }

  const row = (columns: readonly PdfColumn[], one: PdfRow) => {
    const texts = 'heading' in one ? [one.heading] : one.cells
    // A heading is as wide as the page, with room for a row below it.
    const set =
      'heading' in one ? cellsOf([{ heading: '', share: 1 }], texts, 'strong') : cellsOf(columns, texts, 'text')
    const needed = 'heading' in one ? 2 * set.height : set.height
    if (y + needed > BOTTOM) begin(columns)
    set.draw()
    rule('#cccccc')
  }
  return { begin, row }
}
