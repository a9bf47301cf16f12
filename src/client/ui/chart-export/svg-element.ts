const SVG = 'http://www.w3.org/2000/svg'

export const svgElement = (
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  children: readonly Node[] = [],
): SVGElement => {
  const element = document.createElementNS(SVG, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  element.append(...children)
  return element
}

/** A place or a length, in px, to the hundredth. */
export const place = (px: number): number => Math.round(px * 100) / 100
