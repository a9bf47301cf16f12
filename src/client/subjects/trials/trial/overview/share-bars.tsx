import { formatNumber, formatShare } from '../../../../ui/format-number'
import classes from './share-bars.module.css'

type ShareBarsProps = {
  /** `place` is that of the row among all rows, of which these may be some. */
  rows: readonly { name: string; count: number; place: number }[]
  /** The group of people behind the shares. */
  all: number
  /** The colour of the bar at each place, from 0 on. */
  colourAt: (place: number) => string
}

/**
 * Bars under their names, each with its figure beside it. Plain boxes rather than a drawing: long names break on a
 * phone, and print as sharp as the text.
 */
export function ShareBars({ rows, all, colourAt }: ShareBarsProps) {
  const greatest = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <figure
      className={classes['bars']}
      aria-label={rows.map((row) => `${row.name}: ${countWords(row.count, all)}`).join('; ')}
    >
      {rows.map(({ name, count, place }) => (
        <div key={place} className={classes['row']} aria-hidden="true">
          <span>{name}</span>
          <span className={classes['figure']}>{countWords(count, all)}</span>
          <span className={classes['track']}>
            {count > 0 && (
              <span
                className={classes['bar']}
                style={{ width: `${(100 * count) / greatest}%`, backgroundColor: colourAt(place) }}
              />
            )}
          </span>
        </div>
      ))}
    </figure>
  )
}

/** `1,900 (9.5%)` */
export const countWords = (count: number, all: number): string => `${formatNumber(count)} (${formatShare(count, all)})`
