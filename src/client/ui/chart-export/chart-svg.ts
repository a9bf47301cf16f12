import { schemes } from '../theme'
import { drawChart } from './draw-chart'
import { embeddedFaces } from './embedded-faces'
import { place, svgElement } from './svg-element'

/** A chart, and the texts above it in its file. */
type ChartToDraw = { chart: HTMLElement; title: string; source: string }

const MARGIN = 24
const TITLE_SIZE = 18
const SOURCE_SIZE = 13
/** Title and source, with the space under them. */
const HEAD = 64

export type ChartPicture = { svg: string; width: number; height: number }

/** A chart as an SVG file without dependencies: in the light scheme, with its title, its source and its typeface. */
export const chartSvg = async ({ chart, title, source }: ChartToDraw): Promise<ChartPicture> => {
  const { width, height } = chart.getBoundingClientRect()
  const size = { width: place(width + 2 * MARGIN), height: place(height + HEAD + 2 * MARGIN) }
  const drawing = inLightScheme(() => drawChart(chart))
  drawing.setAttribute('transform', `translate(${MARGIN} ${MARGIN + HEAD})`)
  const { light } = schemes
  const heading = [
    headLine(title, { y: MARGIN + TITLE_SIZE, 'font-size': TITLE_SIZE, 'font-weight': 700, fill: light.ink }),
    headLine(source, { y: MARGIN + 42, 'font-size': SOURCE_SIZE, 'font-weight': 400, fill: light.muted }),
  ]
  const name = svgElement('title')
  name.textContent = `${title}. ${source}`
  const style = svgElement('style')
  style.textContent = await embeddedFaces(`${title}${source}${drawing.textContent}`)
  const picture = svgElement(
    'svg',
    {
      ...size,
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: 'img',
      'font-family': getComputedStyle(chart).fontFamily,
    },
    [name, style, svgElement('rect', { ...size, fill: light.canvas }), ...heading, drawing],
  )
  return { svg: new XMLSerializer().serializeToString(picture), ...size }
}

const headLine = (heading: string, attributes: Record<string, string | number>): SVGElement => {
  const line = svgElement('text', { x: MARGIN, ...attributes })
  line.textContent = heading
  return line
}

const SCHEME = 'data-mantine-color-scheme'

/** Reads styles as the light scheme has them. Nothing is painted in between. */
const inLightScheme = <Drawing>(draw: () => Drawing): Drawing => {
  const root = document.documentElement
  const shown = root.getAttribute(SCHEME)
  root.setAttribute(SCHEME, 'light')
  try {
    return draw()
  } finally {
    if (shown === null) root.removeAttribute(SCHEME)
    else root.setAttribute(SCHEME, shown)
  }
}
