import type { Trial, TrialStatistics } from '#contract/trials'
import { Skeleton, Table, Text, Title } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { formatNumber } from '../../../ui/format-number'
import { ChartOrTable } from './chart-or-table'
import { recruitmentByMonth, recruitmentCourse } from './trial-progress'

const CourseChart = lazy(() => import('./charts').then(({ CourseChart }) => ({ default: CourseChart })))

type RecruitmentProps = { trial: Trial; recruitment: TrialStatistics['recruitment']; now: number }

/** How recruitment went, beside the expected line. */
export function Recruitment({ trial, recruitment, now }: RecruitmentProps) {
  const title = 'Recruitment over time'
  if (recruitment.length === 0) {
    return (
      <section aria-label={title}>
        <Title order={3} mb="xs">
          {title}
        </Title>
        <Text c="dimmed">The course is drawn here once participants have been randomised.</Text>
      </section>
    )
  }
  return (
    <ChartOrTable
      title={title}
      chart={
        <Suspense fallback={<Skeleton height={280} />}>
          <CourseChart course={recruitmentCourse(trial, recruitment, now)} />
        </Suspense>
      }
      table={<MonthTable title={title} recruitment={recruitment} />}
    />
  )
}

function MonthTable({ title, recruitment }: { title: string; recruitment: TrialStatistics['recruitment'] }) {
  return (
    <Table aria-label={title} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Month</Table.Th>
          <Table.Th scope="col" className="figures">
            Participants
          </Table.Th>
          <Table.Th scope="col" className="figures">
            So far
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {recruitmentByMonth(recruitment).map(({ month, count, total }) => (
          <Table.Tr key={month}>
            <Table.Td>{month}</Table.Td>
            <Table.Td className="figures">{formatNumber(count)}</Table.Td>
            <Table.Td className="figures">{formatNumber(total)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
