import { place, svgElement } from './svg-element'

/** The lines of a text as the page breaks them, each a `text` where the page has it. */
export const drawText = (text: Text, style: CSSStyleDeclaration, origin: DOMRect): SVGElement[] =>
  linesOf(text).map(({ text, rect }) => {
    const line = svgElement('text', {
      x: place(rect.left - origin.left),
      y: place(baseline(rect, style) - origin.top),
      fill: style.color,
      'font-family': style.fontFamily,
      'font-size': style.fontSize,
      'font-weight': style.fontWeight,
    })
    line.textContent = text
    return line
  })

type Line = { text: string; rect: DOMRect }

/** Word by word, since a text does not report its line breaks. */
const linesOf = (text: Text): Line[] => {
  const lines: Line[] = []
  const range = text.ownerDocument.createRange()
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const rect = range.getBoundingClientRect()
    const last = lines.at(-1)
    if (rect.width === 0) continue
    if (last !== undefined && Math.abs(last.rect.top - rect.top) < rect.height / 2) last.text += ` ${word}`
    else lines.push({ text: word, rect })
  }
  return lines
}

let measuring: CanvasRenderingContext2D | null = null

/** A text's box spans the ascent and the descent of its face; letters stand on the line between the two. */
const baseline = (rect: DOMRect, { fontWeight, fontSize, fontFamily }: CSSStyleDeclaration): number => {
  measuring ??= document.createElement('canvas').getContext('2d')
  if (measuring === null) return rect.bottom
  measuring.font = `${fontWeight} ${fontSize} ${fontFamily}`
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = measuring.measureText('x')
  return rect.top + (rect.height * ascent) / (ascent + descent)
}
