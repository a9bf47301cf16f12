import type { DocumentColumn } from '#domain/documents/text-document'
import { documentWriter } from '../labels/document-writer'
import type { Line } from '../labels/label-text'
import { brokenLines, wholeLine, type TypeSize } from './broken-lines'

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 54
const WIDTH = PAGE.width - 2 * MARGIN
const BOTTOM = PAGE.height - MARGIN - 18
/** Between columns, beneath a block, and beneath a row. */
const GAP = 8
const AFTER = 6
const PADDING = 5
const INDENT = 14

const TITLE = { style: 'strong', size: 16, line: 21 } as const
const LEAD = { style: 'text', size: 9, line: 13 } as const
const HEADING = { style: 'strong', size: 12, line: 17 } as const
const TEXT = { style: 'text', size: 9.5, line: 13.5 } as const
const CODE = { style: 'id', size: 7.5, line: 10 } as const
const CELL = { style: 'text', size: 8, line: 10.5 } as const
const COLUMN = { style: 'strong', size: 8, line: 10.5 } as const
const FOOT = { style: 'text', size: 7, line: 9 } as const

/** A cell that is set: where it begins, how wide it is, and its lines. */
type SetCell = { x: number; width: number; isFigure: boolean; lines: readonly Line[] }

/** Writes blocks beneath each other, on another page where there is no room. What fits on one page is not parted. */
export const documentPages = (document: PDFKit.PDFDocument, foot: string) => {
  const { setter, penAt } = documentWriter(document)
  let page = 0
  let y = BOTTOM

  const drawAt = (line: Line, x: number, baseline: number) => penAt(0, 0).text(line, { x, y: baseline })

  const turn = () => {
    document.addPage()
    page += 1
    drawAt(wholeLine(setter, FOOT, `${foot} · page ${page}`), MARGIN, PAGE.height - MARGIN)
    y = MARGIN
  }
  /** Makes room for so much, or where no page has as much, for one line. */
  const makeRoom = (height: number, line: number): boolean => {
    const isFull = y + (height > BOTTOM - MARGIN ? line : height) > BOTTOM
    if (isFull) turn()
    return isFull
  }

  const text = (type: TypeSize, words: string, { indent = 0, after = AFTER, before = 0, beneath = 0 } = {}) => {
    const lines = brokenLines(setter, type, words, WIDTH - indent)
    const height = lines.length * type.line
    if (!makeRoom(before + height + beneath, type.line)) y += before
    for (const line of lines) {
      makeRoom(type.line, type.line)
      drawAt(line, MARGIN + indent, y + type.size)
      y += type.line
    }
    y += after
  }

  const list = (items: readonly string[]) => {
    for (const item of items) {
      makeRoom(brokenLines(setter, TEXT, item, WIDTH - INDENT).length * TEXT.line, TEXT.line)
      drawAt(wholeLine(setter, TEXT, '•'), MARGIN, y + TEXT.size)
      text(TEXT, item, { indent: INDENT, after: 2 })
    }
    y += AFTER - 2
  }

  const code = (words: string) => {
    const space = setter.widthOf(wholeLine(setter, CODE, '0'))
    const lines = words.split('\n')
    makeRoom(lines.length * CODE.line, CODE.line)
    for (const line of lines) {
      const indent = (line.length - line.trimStart().length) * space
      text(CODE, line, { indent, after: 0 })
    }
    y += AFTER
  }

  const setRow = (columns: readonly DocumentColumn[], texts: readonly string[], type: TypeSize): SetCell[] => {
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    let x = MARGIN
    return columns.map(({ share, isFigure = false }, place) => {
      const width = (WIDTH * share) / shares
      const cell = {
        x,
        width: width - GAP,
        isFigure,
        lines: brokenLines(setter, type, texts[place] ?? '', width - GAP),
      }
      x += width
      return cell
    })
  }
  const heightOf = (cells: readonly SetCell[], { line }: TypeSize): number =>
    Math.max(1, ...cells.map(({ lines }) => lines.length)) * line + PADDING

  /** Draws line by line, so that a row that is higher than a page continues on the next one. */
  const drawRow = (cells: readonly SetCell[], type: TypeSize, colour: string) => {
    const most = Math.max(1, ...cells.map(({ lines }) => lines.length))
    for (let place = 0; place < most; place += 1) {
      makeRoom(type.line, type.line)
      for (const { x, width, isFigure, lines } of cells) {
        const line = lines[place]
        if (line) drawAt(line, isFigure ? x + width - setter.widthOf(line) : x, y + type.size)
      }
      y += type.line
    }
    document
      .moveTo(MARGIN, y + 1)
      .lineTo(MARGIN + WIDTH, y + 1)
      .lineWidth(0.5)
      .strokeColor(colour)
      .stroke()
      .fillColor('black')
    y += PADDING
  }

  /** Draws a table row by row: whoever asks for the next one can let other work run before. Yields how many there are. */
  function* table(columns: readonly DocumentColumn[], rows: readonly (readonly string[])[]): Generator<number> {
    const headings = setRow(
      columns,
      columns.map(({ heading }) => heading),
      COLUMN,
    )
    const drawHeadings = () => drawRow(headings, COLUMN, '#555555')
    const [first] = rows
    makeRoom(heightOf(headings, COLUMN) + (first ? heightOf(setRow(columns, first, CELL), CELL) : 0), CELL.line)
    drawHeadings()
    for (const [place, row] of rows.entries()) {
      const cells = setRow(columns, row, CELL)
      if (makeRoom(heightOf(cells, CELL), CELL.line)) drawHeadings()
      drawRow(cells, CELL, '#cccccc')
      yield place + 1
    }
    y += AFTER
  }

  return {
    title: (words: string) => text(TITLE, words),
    lead: (words: string) => text(LEAD, words, { after: 0 }),
    /** A heading stays with some lines of what is beneath it. */
    heading: (words: string) => text(HEADING, words, { before: 14, after: 3, beneath: 3 * TEXT.line }),
    paragraph: (words: string) => text(TEXT, words),
    list,
    code,
    table,
  }
}
