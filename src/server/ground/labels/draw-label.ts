import { dataMatrix } from './data-matrix'
import { LINE_HEIGHT, type Line, type textSetter } from './label-text'

/** The content of a label. It never includes the study group. */
export type Label = {
  pack_id: string
  trial: string
  site: string | null
  expire_on: string | null
  /** Three digits, where packs are dispensed with a code. */
  confirmation_code: string | null
}

/** Draws on a label, in points from its upper left corner. The position of a line is that of its baseline. */
export type Pen = {
  text: (line: Line, at: { x: number; y: number }) => void
  squares: (squares: readonly { x: number; y: number; width: number; height: number }[]) => void
}

type Setter = ReturnType<typeof textSetter>
type Size = { width: number; height: number }

/** The text on every label (good manufacturing practice, Annex 13). */
const FOR_TRIAL_USE = 'For clinical trial use only'

/** The part of a label's height that its margin, and the DataMatrix with its quiet zone, take. */
const MARGIN = 0.07
const SYMBOL = 0.48
/** Type on labels, in points. */
const LARGEST_ID = 22
const LARGEST_TEXT = 9
const MIN_TEXT = 6

/**
 * Draws a label of any size: above, the DataMatrix of the pack id, beside it the id large, the code and the expiry
 * date; below, over the whole width, site, trial, and the intended use.
 */
export const drawLabel = (label: Label, { width, height }: Size, setter: Setter, pen: Pen): void => {
  const margin = height * MARGIN
  const symbol = height * SYMBOL
  drawSymbol(label.pack_id, { x: margin, y: margin, side: symbol }, pen)

  const beside = { x: margin + symbol + margin, width: width - symbol - 3 * margin }
  const facts = [
    ...(label.confirmation_code === null ? [] : [`Code ${label.confirmation_code}`]),
    ...(label.expire_on === null ? [] : [`Expires ${label.expire_on}`]),
  ]
  const factHeight = symbol * 0.22
  const idHeight = symbol - facts.length * factHeight
  const id = setter.wholeText('id', label.pack_id, { width: beside.width, height: idHeight, largest: LARGEST_ID })
  let y = margin
  for (const line of id) {
    pen.text(line, { x: beside.x, y: y + line.size * ASCENT })
    y += line.size * LINE_HEIGHT
  }
  for (const [index, text] of facts.entries()) {
    const line = setter.oneLine('strong', text, limits(beside.width, factHeight))
    pen.text(line, { x: beside.x, y: margin + idHeight + index * factHeight + line.size * ASCENT })
  }

  const remainingHeight = height - 2 * margin - symbol
  const lines = [label.site, label.trial, FOR_TRIAL_USE].filter((text) => text !== null && text !== '')
  for (const [index, text] of lines.entries()) {
    const line = setter.oneLine('text', text ?? '', limits(width - 2 * margin, remainingHeight / 3))
    pen.text(line, { x: margin, y: margin + symbol + ((index + 0.8) * remainingHeight) / 3 })
  }
}

/** From the top of a line to its baseline, in sizes of its type. */
const ASCENT = 0.95

const limits = (width: number, height: number) => ({
  width,
  largest: Math.min(LARGEST_TEXT, height / LINE_HEIGHT),
  smallest: Math.min(MIN_TEXT, height / LINE_HEIGHT),
})

/** Empty modules that a DataMatrix needs around it, on each side. */
const QUIET = 1

const drawSymbol = (text: string, { x, y, side }: { x: number; y: number; side: number }, pen: Pen): void => {
  const matrix = dataMatrix(text)
  const module = side / (matrix.size + 2 * QUIET)
  pen.squares(
    matrix.dark.map((stretch) => ({
      x: x + (stretch.x + QUIET) * module,
      y: y + (stretch.y + QUIET) * module,
      width: stretch.length * module,
      height: module,
    })),
  )
}
