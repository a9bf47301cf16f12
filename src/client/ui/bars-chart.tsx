import classes from './bars-chart.module.css'

/** What is drawn beside one name: a bar for each thing compared, each with the words beside it. */
type BarsRow = { name: string; bars: readonly { value: number; label: string }[] }

type BarsChartProps = {
  rows: readonly BarsRow[]
  /** The colour of the first bar of each row, of the second, … */
  colours: readonly string[]
  /** The value that takes the whole width; the largest there is where it is left out. */
  most?: number
}

/** Bars that are compared with each other, each with its figure beside it. Plain boxes, so that long names break. */
export function BarsChart({ rows, colours, most = largest(rows) }: BarsChartProps) {
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
                      width: `calc((100% - var(--label-room)) * ${value / most})`,
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
  rows.flatMap(({ bars }) => bars).reduce((most, { value }) => Math.max(most, value), 0) || 1
