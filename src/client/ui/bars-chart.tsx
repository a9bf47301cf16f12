import classes from './bars-chart.module.css'

/** A row of the chart: a name, and a bar with its label for each compared value. */
type BarsRow = { name: string; bars: readonly { value: number; label: string }[] }

type BarsChartProps = {
  rows: readonly BarsRow[]
  /** The colours of the bars of each row, in order. */
  colours: readonly string[]
  /** The value of a full-width bar; by default the largest value. */
  greatest?: number
}

/** Compares values as bars, each with its figure beside it. Plain boxes, so that long names can wrap. */
export function BarsChart({ rows, colours, greatest = largest(rows) }: BarsChartProps) {
  return (
    <figure className={classes['bars']} aria-label={rows.map(readOut).join('; ')}>
      {rows.map(({ name, bars }, at) => (
        <div key={at} className={classes['row']} aria-hidden="true">
          <span>{name}</span>
          <div>
            {bars.map(({ value, label }, place) => (
              <div key={place} className={classes['line']}>
                {value > 0 && (
                  <span
                    className={classes['bar']}
                    style={{
                      width: `calc((100% - var(--label-room)) * ${value / greatest})`,
                      backgroundColor: colours[place],
                    }}
                  />
                )}
                <span className={classes['label']}>{label}</span>
              </div>
            ))}
          </div>
        </div>
      ))}
    </figure>
  )
}

const readOut = ({ name, bars }: BarsRow): string => `${name}: ${bars.map(({ label }) => label).join(', ')}`

const largest = (rows: readonly BarsRow[]): number =>
  rows.flatMap(({ bars }) => bars).reduce((greatest, { value }) => Math.max(greatest, value), 0) || 1
