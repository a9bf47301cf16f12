import '@mantine/charts/styles.layer.css'
import { CompositeChart } from '@mantine/charts'
import classes from '../../../../ui/chart.module.css'
import overview from './overview-tab.module.css'
import { formatNumber } from '../../../../ui/format-number'
import { horizontalGrid } from '../../../../ui/horizontal-grid'
import { chartColours } from '../../../../ui/theme'
import { courseDay } from './course-words'
import type { CourseForecast } from './course-forecast'
import type { Course } from './trial-progress'

type CourseChartProps = { course: Course; forecast: CourseForecast | null; description: string }

/**
 * Participants so far over time, beside the straight line to the sample size, with the forecast; `words` describe it.
 */
export function CourseChart({ course, forecast, description }: CourseChartProps) {
  const { points, latest } = course
  return (
    <figure className={classes['chart']} aria-label={description}>
      <CompositeChart
        aria-hidden="true"
        classNames={{ root: overview['printedChart'] ?? '', container: overview['printedDrawing'] ?? '' }}
        h={280}
        data={[...points, ...(forecast?.points ?? [])].toSorted((one, other) => one.day - other.day)}
        dataKey="day"
        withDots={false}
        withTooltip={false}
        {...horizontalGrid}
        series={[
          ...(forecast === null
            ? []
            : [
                { name: 'band', type: 'area' as const, color: RECRUITED },
                { name: 'forecast', type: 'line' as const, color: RECRUITED, strokeDasharray: '2 4' },
              ]),
          ...(latest.expected === null
            ? []
            : [{ name: 'expected', type: 'line' as const, color: 'var(--eq-muted)', strokeDasharray: '6 6' }]),
          { name: 'recruited', type: 'line' as const, color: RECRUITED },
        ]}
        areaProps={{ type: 'linear', isAnimationActive: false, fillOpacity: 0.16, strokeOpacity: 0 }}
        composedChartProps={{ accessibilityLayer: false, margin: { top: 24, right: 126, left: 8 } }}
        lineProps={(series) => ({
          type: series.name === 'recruited' ? 'stepAfter' : 'linear',
          isAnimationActive: false,
        })}
        referenceDots={endLabels(course, forecast)}
        xAxisProps={{
          type: 'number',
          scale: 'linear',
          domain: ['dataMin', 'dataMax'],
          tickCount: 5,
          tickFormatter: courseDay,
        }}
        valueFormatter={formatNumber}
      />
    </figure>
  )
}

/** Each line says at its end what it is; where the ends meet, the words stand apart. */
const endLabels = ({ points, latest }: Course, forecast: CourseForecast | null) => {
  const ends = [{ day: latest.day, value: latest.recruited, word: 'Recruited', color: RECRUITED }]
  const plan = points.findLast(({ expected }) => expected !== null)
  if (plan !== undefined && plan.expected !== null) {
    ends.push({ day: plan.day, value: plan.expected, word: 'Expected', color: 'var(--eq-muted)' })
  }
  const isBehind = latest.expected !== null && latest.recruited < latest.expected
  const labels = ends.map(({ day, value, word, color }) => ({
    x: day,
    y: value,
    color,
    label: {
      value: `${word} ${formatNumber(value)}`,
      position: 'right' as const,
      fontSize: 14,
      fill: 'var(--eq-ink)',
      dy: (word === 'Recruited') === isBehind ? 10 : -10,
    },
  }))
  return forecast === null ? labels : [...labels, forecastLabel(forecast)]
}

/** Under its mark: the other words stand over and beside theirs. */
const forecastLabel = ({ on, recruited }: CourseForecast) => ({
  x: on,
  y: recruited,
  color: RECRUITED,
  label: {
    value: `Forecast ${courseDay(on)}`,
    position: 'bottom' as const,
    fontSize: 14,
    fill: 'var(--eq-ink)',
    dy: 6,
  },
})

const RECRUITED: string = chartColours[5]
