import type { TrialStatistics } from '#contract/trials'
import { Skeleton, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { ChartOrTable } from '../../../../ui/chart-or-table'
import { FigureTable } from '../../../../ui/figure-table'
import { formatNumber } from '../../../../ui/format-number'
import { formatMonth } from '../../../../ui/format-time'
import { useTrialPage } from '../trial-page'
import { courseWords } from './course-words'
import { showsPart } from './shows-part'
import { recruitmentByMonth, recruitmentCourse } from './trial-progress'

const CourseChart = lazy(() => import('./course-chart').then(({ CourseChart }) => ({ default: CourseChart })))

type RecruitmentProps = {
  recruitment: TrialStatistics['recruitment']
  /** How many of them are flagged and do not count towards the sample size. */
  leftOut: number
  today: string
}

/** How recruitment went, beside the expected line; without it for a viewer who sees only some of the sites. */
export function Recruitment({ recruitment, leftOut: excludedCount, today }: RecruitmentProps) {
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
  const words = courseWords(course.latest, excludedCount)
  return (
    <ChartOrTable
      title={title}
      chart={
        <>
          <Text mb="xs">{words}</Text>
          <Suspense fallback={<Skeleton height={280} />}>
            <CourseChart course={course} words={words} />
          </Suspense>
        </>
      }
      table={
        <FigureTable
          label={title}
          columns={[
            { header: 'Month', cell: ({ month }) => formatMonth(month) },
            { header: 'Participants', cell: ({ count }) => formatNumber(count), isFigure: true },
            { header: 'So far', cell: ({ total }) => formatNumber(total), isFigure: true },
          ]}
          rows={recruitmentByMonth(recruitment)}
          keyOf={({ month }) => month}
        />
      }
    />
  )
}
