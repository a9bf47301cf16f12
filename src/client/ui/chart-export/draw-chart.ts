import { drawText } from './draw-text'
import { place, svgElement } from './svg-element'

/** The properties that a drawing gets from style sheets, which a file of its own lacks. */
const STYLED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
] as const
/** Attributes with a meaning on the page alone. */
const OF_THE_PAGE = /^(class|style|role|tabindex|aria-.*|data-.*)$/

/** The content of a chart as SVG without a style sheet: its drawings, bars and words at their places on the page. */
export const drawChart = (chart: Element): SVGElement =>
  svgElement('g', {}, drawElement(chart, chart.getBoundingClientRect()))

const drawElement = (element: Element, origin: DOMRect): SVGElement[] => {
  const style = getComputedStyle(element)
  if (style.display === 'none' || element.classList.contains('no-print') || isHiddenInSight(element)) return []
  if (element instanceof SVGSVGElement) return [withStyles(element, origin)]
  return [
    ...drawBox(element, style, origin),
    ...[...element.childNodes].flatMap((child) => {
      if (child instanceof Text) return drawText(child, style, origin)
      return child instanceof Element ? drawElement(child, origin) : []
    }),
  ]
}

/** Words for screen readers lie in a box of one pixel. */
const isHiddenInSight = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect()
  return width <= 1 && height <= 1 && element.childElementCount === 0
}

const NO_COLOUR = /^(transparent|rgba\(.*, 0\))$/

const drawBox = (element: Element, style: CSSStyleDeclaration, origin: DOMRect): SVGElement[] => {
  if (NO_COLOUR.test(style.backgroundColor)) return []
  const { left, top, width, height } = element.getBoundingClientRect()
  const line = Number.parseFloat(style.borderTopWidth)
  return [
    svgElement('rect', {
      x: place(left - origin.left + line / 2),
      y: place(top - origin.top + line / 2),
      width: place(Math.max(0, width - line)),
      height: place(Math.max(0, height - line)),
      rx: Number.parseFloat(style.borderTopLeftRadius) || 0,
      fill: style.backgroundColor,
      ...(line > 0 ? { stroke: style.borderTopColor, 'stroke-width': line } : {}),
    }),
  ]
}

const withStyles = (drawing: SVGSVGElement, origin: DOMRect): SVGElement => {
  const copy = drawing.cloneNode(true)
  // A clone has the type of its original, which TypeScript does not know.
  if (!(copy instanceof SVGSVGElement)) throw new TypeError('The copy of a drawing is no drawing')
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [at, original] of [drawing, ...drawing.querySelectorAll('*')].entries()) {
    const one = copies[at]
    if (one === undefined) continue
    const style = getComputedStyle(original)
    for (const { name } of Array.from(one.attributes)) if (OF_THE_PAGE.test(name)) one.removeAttribute(name)
    for (const property of STYLED) one.setAttribute(property, style.getPropertyValue(property))
  }
  const { left, top, width, height } = drawing.getBoundingClientRect()
  copy.setAttribute('x', String(place(left - origin.left)))
  copy.setAttribute('y', String(place(top - origin.top)))
  copy.setAttribute('width', String(place(width)))
  copy.setAttribute('height', String(place(height)))
  copy.setAttribute('overflow', 'visible')
  return copy
}
