import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import classes from '../../../../ui/chart.module.css'
import overview from './overview-tab.module.css'
import { formatNumber } from '../../../../ui/format-number'
import { chartColours } from '../../../../ui/theme'
import { courseDay } from './course-words'
import type { Course } from './trial-progress'

/** Participants so far over time, beside the straight way to the sample size; `words` say how it stands. */
export function CourseChart({ course, words }: { course: Course; words: string }) {
  const { points, latest } = course
  return (
    <figure className={classes['chart']} aria-label={words}>
      <LineChart
        aria-hidden="true"
        classNames={{ root: overview['printedChart'] ?? '', container: overview['printedDrawing'] ?? '' }}
        h={280}
        data={points}
        dataKey="day"
        withDots={false}
        withTooltip={false}
        gridAxis="x"
        series={[
          ...(latest.expected === null ? [] : [{ name: 'expected', color: 'var(--eq-muted)', strokeDasharray: '6 6' }]),
          { name: 'recruited', color: RECRUITED },
        ]}
        lineChartProps={{ accessibilityLayer: false, margin: { top: 24, right: 126, left: 8 } }}
        lineProps={(series) => ({
          type: series.name === 'expected' ? 'linear' : 'stepAfter',
          isAnimationActive: false,
        })}
        referenceDots={endLabels(course)}
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
const endLabels = ({ points, latest }: Course) => {
  const ends = [{ day: latest.day, value: latest.recruited, word: 'Recruited', color: RECRUITED }]
  const last = points.at(-1)
  if (last !== undefined && last.expected !== null) {
    ends.push({ day: last.day, value: last.expected, word: 'Expected', color: 'var(--eq-muted)' })
  }
  const isBehind = latest.expected !== null && latest.recruited < latest.expected
  return ends.map(({ day, value, word, color }) => ({
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
}

const RECRUITED: string = chartColours[5]
