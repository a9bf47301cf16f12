import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { formatNumber, formatShare } from '../../../ui/format-number'
import { formatDay } from '../../../ui/format-time'
import { chartColours, chartOutline } from '../../../ui/theme'
import type { BreakdownRow } from './breakdown'
import classes from './charts.module.css'
import type { CoursePoint } from './trial-progress'

/** Height of one bar with its distance to the next, in px. */
const BAR_STEP = 40
const DAY_MS = 86_400_000
/** Names longer than this are cut in a chart; the table has them whole. */
const LONGEST_NAME = 40

/** Bars to the right, each with its figure beside it. */
export function BreakdownChart({
  rows,
  all,
  isColoured,
}: {
  rows: readonly BreakdownRow[]
  all: number
  isColoured: boolean
}) {
  const data = rows.map(({ name, count }, index) => ({
    name,
    count,
    label: `${formatNumber(count)} (${formatShare(count, all)})`,
    color: isColoured ? chartColours[(index + FIRST_GROUP_COLOUR) % chartColours.length] : 'var(--eq-petrol)',
  }))
  return (
    <figure className={classes['chart']} aria-label={data.map(({ name, label }) => `${name}: ${label}`).join('; ')}>
      <BarChart
        aria-hidden="true"
        h={BAR_STEP * data.length + 8}
        data={data}
        dataKey="name"
        orientation="vertical"
        series={[{ name: 'count', color: 'var(--eq-petrol)' }]}
        withXAxis={false}
        gridAxis="none"
        withTooltip={false}
        maxBarWidth={22}
        withBarValueLabel
        valueLabelProps={{ dataKey: 'label', fill: 'var(--eq-ink)', fontSize: 14, formatter: (label) => label }}
        barProps={{ radius: 3, stroke: chartOutline, strokeWidth: 1, strokeOpacity: 1 }}
        barChartProps={{ accessibilityLayer: false, margin: { right: 110 } }}
        yAxisProps={{
          width: 160,
          tick: { fontSize: 14, fill: 'var(--eq-ink)' },
          tickFormatter: (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name),
          interval: 0,
        }}
      />
    </figure>
  )
}

/** Groups begin with orange: the palette's first colour is that of the text. */
const FIRST_GROUP_COLOUR = 1

/** Participants so far over time, beside the straight way to the sample size. */
export function CourseChart({ course }: { course: readonly CoursePoint[] }) {
  const last = course.at(-1)
  const hasExpectation = last !== undefined && last.expected !== null
  return (
    <figure className={classes['chart']} aria-label={describeCourse(last)}>
      <LineChart
        aria-hidden="true"
        h={280}
        data={[...course]}
        dataKey="day"
        curveType="stepAfter"
        withDots={false}
        withTooltip={false}
        gridAxis="x"
        series={[
          { name: 'recruited', color: COURSE_COLOUR },
          ...(hasExpectation ? [{ name: 'expected', color: 'var(--eq-muted)', strokeDasharray: '6 6' }] : []),
        ]}
        lineChartProps={{ accessibilityLayer: false, margin: { top: 16, right: 132, left: 8 } }}
        lineProps={(series) => ({
          type: series.name === 'expected' ? 'linear' : 'stepAfter',
          isAnimationActive: false,
        })}
        referenceDots={endLabels(last)}
        xAxisProps={{
          type: 'number',
          scale: 'linear',
          domain: ['dataMin', 'dataMax'],
          tickCount: 6,
          tickFormatter: (day: number) => formatDay(new Date(day * DAY_MS).toISOString().slice(0, 10)),
        }}
        valueFormatter={formatNumber}
      />
    </figure>
  )
}

/** Each line says at its end what it is; where the ends meet, the words stand apart. */
const endLabels = (last: CoursePoint | undefined) => {
  if (last === undefined) return []
  const recruited = { value: last.recruited, word: 'Recruited', color: COURSE_COLOUR }
  const ends =
    last.expected === null
      ? [recruited]
      : [recruited, { value: last.expected, word: 'Expected', color: 'var(--eq-muted)' }].sort(
          (a, b) => b.value - a.value,
        )
  const areClose = ends.length > 1 && Math.abs(last.recruited - (last.expected ?? 0)) < CLOSE * (ends[0]?.value ?? 0)
  return ends.map(({ value, word, color }, index) => ({
    x: last.day,
    y: value,
    color,
    label: {
      value: `${word} ${formatNumber(value)}`,
      position: 'right' as const,
      fontSize: 14,
      dy: areClose ? (index === 0 ? -9 : 9) : 0,
    },
  }))
}

const COURSE_COLOUR = 'var(--eq-petrol)'
/** Ends nearer to each other than this share of the higher one would print over each other. */
const CLOSE = 0.1

const describeCourse = (last: CoursePoint | undefined): string => {
  if (last === undefined) return 'No participants yet'
  const expected = last.expected === null ? '' : `, ${formatNumber(last.expected)} expected by then`
  return `${formatNumber(last.recruited)} recruited${expected}`
}
