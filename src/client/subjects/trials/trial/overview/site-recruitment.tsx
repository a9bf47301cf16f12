import type { TrialStatistics } from '#contract/trials'
import { Text } from '@mantine/core'
import { BarsChart } from '../../../../ui/bars-chart'
import { ChartOrTable } from '../../../../ui/chart-or-table'
import type { FigureColumn } from '../../../../ui/figure-table'
import { formatNumber } from '../../../../ui/format-number'
import { formatDay } from '../../../../ui/format-time'
import { chartColours } from '../../../../ui/theme'
import { largestRows } from './largest-rows'

type SiteCourse = TrialStatistics['site_courses'][number]

type SiteRecruitmentProps = { courses: readonly SiteCourse[]; plannedEnd: string; source: string; isPart: boolean }

/** Each site's recruitment beside its even share of the plan, and its forecast for the planned end. */
export function SiteRecruitment({ courses, plannedEnd, source, isPart }: SiteRecruitmentProps) {
  const rows = courses.toSorted((one, other) => other.count - one.count || one.id - other.id)
  const { shown, rest } = largestRows(rows)
  const hasPlan = rows.some(({ expected }) => expected !== null)
  const title = isPart ? 'Recruitment of your sites' : 'Recruitment by site'
  return (
    <ChartOrTable
      title={title}
      source={source}
      chart={
        <>
          <BarsChart colours={hasPlan ? [RECRUITED, EXPECTED] : [RECRUITED]} rows={shown.map(barsOf)} />
          {rest.rows > 0 && (
            <Text c="dimmed" size="sm" mt="xs">
              The {shown.length} largest of {formatNumber(rows.length)}.{' '}
              <span className="no-print">The table shows them all.</span>
            </Text>
          )}
          <Text c="dimmed" size="sm" mt="xs">
            {hasPlan && 'Each site is measured against an even share of the sample size. '}
            Forecasts are for the planned end, {formatDay(plannedEnd)}, at the rate so far. They need ten participants.
          </Text>
        </>
      }
      figures={{ columns: COLUMNS, rows, keyOf: ({ id }) => String(id) }}
    />
  )
}

const RECRUITED = chartColours[5]
const EXPECTED = 'var(--eq-muted)'

const barsOf = ({ title, count, expected, forecast }: SiteCourse) => ({
  name: title,
  bars: [
    { value: count, label: `${formatNumber(count)} recruited${forecast === null ? '' : `, ${likely(forecast)}`}` },
    ...(expected === null ? [] : [{ value: expected, label: `${formatNumber(expected)} expected` }]),
  ],
})

const likely = ({ least, most }: NonNullable<SiteCourse['forecast']>): string =>
  `likely ${formatNumber(least)} to ${formatNumber(most)}`

const shownOrNone = (figure: number | null | undefined): string =>
  figure === null || figure === undefined ? '' : formatNumber(figure)

const figureOf = (header: string, of: (course: SiteCourse) => number | null): FigureColumn<SiteCourse> => ({
  header,
  cell: (course) => shownOrNone(of(course)),
  value: of,
  isFigure: true,
})

const COLUMNS: readonly FigureColumn<SiteCourse>[] = [
  { header: 'Site', cell: ({ title }) => title },
  {
    header: 'Since',
    cell: ({ since }) => (since === null ? 'Not yet' : formatDay(since)),
    value: ({ since }) => since,
  },
  figureOf('Participants', ({ count }) => count),
  figureOf('Expected by now', ({ expected }) => expected),
  figureOf('Last 28 days', ({ recent }) => recent),
  figureOf('Forecast at planned end', ({ forecast }) => forecast?.count ?? null),
  figureOf('At least (80%)', ({ forecast }) => forecast?.least ?? null),
  figureOf('At most (80%)', ({ forecast }) => forecast?.most ?? null),
]
