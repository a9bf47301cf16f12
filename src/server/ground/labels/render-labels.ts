import type { LabelSheet } from '#domain/study-packs/label-sheet'
import { setImmediate } from 'node:timers/promises'
import Pdf from 'pdfkit'
import { drawLabel, type Label, type Pen } from './draw-label'
import { labelFonts } from './label-fonts'
import { textSetter, type Line, type TextRun } from './label-text'

/** The content of a file of labels, and its sheets. */
export type LabelFile = {
  sheet: LabelSheet
  /** When it was asked for, which the file keeps. */
  printed_at: string
  labels: readonly Label[]
}

/** Points in a millimetre. */
const POINTS = 72 / 25.4
/** After so many labels, whatever else waits has its turn. */
const LABELS_AT_ONCE = 10

/** Labels on as many pages as they need, row by row, as a PDF of vectors and embedded fonts. */
export const renderLabels = async ({ sheet, printed_at, labels }: LabelFile): Promise<Uint8Array<ArrayBuffer>> => {
  const document = new Pdf({
    autoFirstPage: false,
    size: [sheet.page.width * POINTS, sheet.page.height * POINTS],
    margin: 0,
    lang: 'en-GB',
    info: { Title: 'Study pack labels', CreationDate: new Date(printed_at) },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  const write = writer(document)
  const onPage = sheet.columns * sheet.rows
  const size = { width: sheet.label.width * POINTS, height: sheet.label.height * POINTS }
  for (const [index, label] of labels.entries()) {
    if (index % onPage === 0) document.addPage()
    const cell = index % onPage
    const x = (sheet.margin.left + (cell % sheet.columns) * sheet.pitch.across) * POINTS
    const y = (sheet.margin.top + Math.floor(cell / sheet.columns) * sheet.pitch.down) * POINTS
    drawLabel(label, size, write.setter, write.penAt(x, y))
    if (index % LABELS_AT_ONCE === 0) await setImmediate()
  }
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

/** Sets and draws in a document. */
const writer = (document: PDFKit.PDFDocument) => {
  const registered = new Set<string>()
  const use = ({ font }: TextRun, size: number) => {
    if (!registered.has(font.name)) document.registerFont(font.name, font.content)
    registered.add(font.name)
    return document.font(font.name).fontSize(size)
  }
  const widthOf = (run: TextRun) => use(run, 1).widthOfString(run.text, shapingOf(run))

  const penAt = (left: number, top: number): Pen => ({
    text: ({ runs, size }: Line, { x, y }) => {
      let at = left + x
      for (const run of runs) {
        use(run, size).text(run.text, at, top + y, {
          ...shapingOf(run),
          lineBreak: false,
          baseline: 'alphabetic',
        })
        at += widthOf(run) * size
      }
    },
    squares: (squares) => {
      for (const { x, y, width, height } of squares) document.rect(left + x, top + y, width, height)
      document.fill('black')
    },
  })

  return { setter: textSetter(labelFonts(), widthOf), penAt }
}

/** pdfkit shapes word by word, from left to right, unless features are named: what is written from right to left is shaped whole. */
const shapingOf = ({ text }: TextRun): { features?: [] } => (RIGHT_TO_LEFT.test(text) ? { features: [] } : {})

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
