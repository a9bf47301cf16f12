import type { DocumentBlock, DocumentColumn, TextDocument } from '#domain/documents/text-document'
import {
  AlignmentType,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import { madeAt } from './made-at'

/** Of an A4 page with margins of 2 cm, in twentieths of a point. */
const PAGE = { size: { width: 11_906, height: 16_838 }, margin: { top: 1134, bottom: 1134, left: 1134, right: 1134 } }
const WIDTH = PAGE.size.width - 2 * PAGE.margin.left

/** Sizes of type in half points. */
const TEXT_SIZE = 21
const CELL_SIZE = 17
const CODE_SIZE = 16

/** A document as a Word document: the same content, with headings and tables that its reader can edit. */
export async function* documentDocx(content: TextDocument): AsyncGenerator<Uint8Array, void, undefined> {
  const { title, lead, foot, sections, created_at } = content
  const document = new Document({
    title: xmlText(title),
    creator: 'Equipoise',
    styles: STYLES,
    sections: [
      {
        properties: { page: PAGE },
        footers: { default: footer(foot) },
        children: [
          new Paragraph({ heading: HeadingLevel.TITLE, children: [run(title)] }),
          ...lead.map((line) => new Paragraph({ spacing: { after: 0 }, children: [run(line)] })),
          ...sections.flatMap((section) => [
            new Paragraph({ heading: HeadingLevel.HEADING_1, children: [run(section.title)] }),
            ...section.blocks.flatMap(written),
          ]),
        ],
      },
    ],
  })
  yield madeAt(new Uint8Array(await Packer.toBuffer(document)), created_at)
}

const STYLES = {
  default: {
    document: { run: { font: 'Calibri', size: TEXT_SIZE, language: { value: 'en-GB' } } },
    title: { run: { size: 34, bold: true }, paragraph: { spacing: { after: 120 } } },
    heading1: {
      run: { size: 26, bold: true },
      paragraph: { spacing: { before: 320, after: 100 }, keepNext: true },
    },
  },
}

const written = (block: DocumentBlock): (Paragraph | Table)[] => {
  switch (block.kind) {
    case 'paragraph':
      return [new Paragraph({ spacing: { after: 120 }, children: [run(block.text)] })]
    case 'list':
      return block.items.map((item) => new Paragraph({ bullet: { level: 0 }, children: [run(item)] }))
    case 'code':
      return [new Paragraph({ spacing: { after: 160 }, children: block.text.split('\n').map(codeLine) })]
    case 'table':
      // A paragraph beneath it, or Word would join it with a table that follows.
      return [tableOf(block.columns, block.rows), new Paragraph({ spacing: { after: 60 } })]
  }
}

const codeLine = (line: string, place: number): TextRun =>
  new TextRun({ text: xmlText(line), font: 'Consolas', size: CODE_SIZE, ...(place === 0 ? {} : { break: 1 }) })

const tableOf = (columns: readonly DocumentColumn[], rows: readonly (readonly string[])[]): Table => {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const widths = columns.map(({ share }) => Math.round((WIDTH * share) / shares))
  const row = (texts: readonly string[], isHeading: boolean) =>
    new TableRow({
      cantSplit: true,
      tableHeader: isHeading,
      children: columns.map(({ isFigure = false }, place) => {
        const alignment = isFigure ? AlignmentType.RIGHT : AlignmentType.LEFT
        const children = [run(texts[place] ?? '', { size: CELL_SIZE, bold: isHeading })]
        return new TableCell({
          width: { size: widths[place] ?? 0, type: WidthType.DXA },
          margins: { left: 80, right: 80, top: 30, bottom: 30 },
          children: [new Paragraph({ alignment, children })],
        })
      }),
    })
  return new Table({
    width: { size: WIDTH, type: WidthType.DXA },
    columnWidths: widths,
    layout: TableLayoutType.FIXED,
    rows: [
      row(
        columns.map(({ heading }) => heading),
        true,
      ),
      ...rows.map((texts) => row(texts, false)),
    ],
  })
}

const footer = (foot: string): Footer =>
  new Footer({
    children: [
      new Paragraph({
        children: [
          run(`${foot} · page `, { size: CELL_SIZE }),
          new TextRun({ size: CELL_SIZE, children: [PageNumber.CURRENT] }),
        ],
      }),
    ],
  })

const run = (text: string, more: { size?: number; bold?: boolean } = {}): TextRun =>
  new TextRun({ text: xmlText(text), ...more })

/** Without the characters that no XML may have, as a comment could: Word would not open the document. */
const xmlText = (text: string): string => text.replaceAll(NOT_IN_XML, '')

// oxlint-disable-next-line no-control-regex -- these are the characters to remove.
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Surrogate}]/gu
