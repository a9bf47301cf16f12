import type { Pen } from './draw-label'
import { labelFonts } from './label-fonts'
import { textSetter, type Line, type TextRun } from './label-text'

/** Sets and draws in a PDF document, each character in a font that has it. */
export const documentWriter = (document: PDFKit.PDFDocument) => {
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

/**
 * pdfkit shapes word by word, from left to right, unless features are named: text from right to left is shaped as a
 * whole.
 */
const shapingOf = ({ text }: TextRun): { features?: [] } => (RIGHT_TO_LEFT.test(text) ? { features: [] } : {})

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
