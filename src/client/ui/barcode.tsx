import classes from './barcode.module.css'
import { code128 } from './code-128'

/** The quiet zone at either end, in modules (ISO/IEC 15417). */
const QUIET = 10
const HEIGHT = 30

/**
 * A text as a Code 128 for scanners, on the screen and on paper; nothing where it cannot be encoded. The text itself is shown
 * beside it.
 */
export function Barcode({ text }: { text: string }) {
  const widths = code128(text)
  if (widths === null) return null
  return (
    <svg
      className={classes['barcode']}
      viewBox={`0 0 ${total(widths) + 2 * QUIET} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={barsOf(widths)} />
    </svg>
  )
}

const total = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)

/** Bars and spaces alternate, beginning with a bar. */
const barsOf = (widths: readonly number[]): string =>
  widths
    .map((width, place) => {
      const at = QUIET + total(widths.slice(0, place))
      return place % 2 === 0 ? `M${at} 0h${width}v${HEIGHT}h-${width}z` : ''
    })
    .join('')
