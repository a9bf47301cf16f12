import type { TrialStatistics } from '#contract/trials'
import { Skeleton, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ChartOrTable } from '../../../../ui/chart-or-table'
import type { FigureColumn } from '../../../../ui/figure-table'
import { formatNumber } from '../../../../ui/format-number'
import { formatMonth } from '../../../../ui/format-time'
import { useTrialPage } from '../trial-page'
import { courseForecast } from './course-forecast'
import { courseWords, forecastWords } from './course-words'
import { showsPart } from './shows-part'
import { expectedOn, recruitmentByMonth, recruitmentCourse, type Course } from './trial-progress'

const CourseChart = lazy(() => import('./course-chart').then(({ CourseChart }) => ({ default: CourseChart })))

type Month = ReturnType<typeof recruitmentByMonth>[number]

const monthColumns = (course: Course): readonly FigureColumn<Month>[] => {
  // For the present month only the number expected by today.
  const expected = ({ month }: Month) => {
    const found = expectedOn(course, Math.min(lastDay(month), course.latest.day))
    return found === null ? null : Math.round(found)
  }
  return [
    { header: 'Month', cell: ({ month }) => formatMonth(month), value: ({ month }) => month },
    { header: 'Participants', cell: ({ count }) => formatNumber(count), value: ({ count }) => count, isFigure: true },
    { header: 'So far', cell: ({ total }) => formatNumber(total), value: ({ total }) => total, isFigure: true },
    ...(course.latest.expected === null
      ? []
      : [
          {
            header: 'Expected so far',
            cell: (month: Month) => formatNumber(expected(month) ?? 0),
            value: expected,
            isFigure: true,
          },
        ]),
  ]
}

/** The last day of a month, as days since the epoch. */
const lastDay = (month: string): number => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Date.UTC(year, number, 0) / 86_400_000
}

type RecruitmentProps = {
  recruitment: TrialStatistics['recruitment']
  /** How many of them are flagged and do not count towards the sample size. */
  leftOut: number
  today: string
  source: string
}

/** How recruitment went, beside the expected line; without it for a viewer who sees only some of the sites. */
export function Recruitment({ recruitment, leftOut: excludedCount, today, source }: RecruitmentProps) {
  const { trial, permission } = useTrialPage()
  const isPart = showsPart(trial, permission, { recruitment, flagged_left_out: excludedCount })
  const title = isPart ? 'Recruitment over time at your sites' : 'Recruitment over time'
  const course = recruitmentCourse(trial, recruitment, today, isPart)
  if (recruitment.length === 0 || course === null) {
    return (
      <section aria-label={title}>
        <Title order={3} mb="xs">
          {title}
        </Title>
        <Text c="dimmed">The chart appears after the first randomisation.</Text>
      </section>
    )
  }
  const forecast = isPart ? null : courseForecast(trial, course.latest, today)
  const description = [
    courseWords(course.latest, excludedCount),
    ...(forecast === null ? [] : [forecastWords(forecast)]),
  ].join(' ')
  return (
    <ChartOrTable
      title={title}
      source={source}
      chart={
        <>
          <Text mb="xs">{description}</Text>
          <Suspense fallback={<Skeleton height={280} />}>
            <CourseChart course={course} forecast={forecast} description={description} />
          </Suspense>
        </>
      }
      figures={{ columns: monthColumns(course), rows: recruitmentByMonth(recruitment), keyOf: ({ month }) => month }}
    />
  )
}
