import type { LabelSheet } from '#domain/study-packs/label-sheet'
import { setImmediate } from 'node:timers/promises'
import Pdf from 'pdfkit'
import { documentWriter } from './document-writer'
import { drawLabel, type Label } from './draw-label'

/** The content of a file of labels, and its sheets. */
export type LabelFile = {
  sheet: LabelSheet
  /** When it was requested, which the file records. */
  printed_at: string
  labels: readonly Label[]
}

/** Points in a millimetre. */
const POINTS = 72 / 25.4
/** After so many labels other work runs. */
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
  const write = documentWriter(document)
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
