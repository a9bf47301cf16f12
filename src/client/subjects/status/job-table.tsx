import type { JobStatus } from '#contract/service-status'
import { Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClock, type TablerIcon } from '@tabler/icons-react'
import { Instant } from '../../ui/instant'
import type { Column } from '../../ui/record-column'
import { RecordList } from '../../ui/record-list'
import { StatusBadge } from '../../ui/status-badge'
import type { Tone } from '../../ui/theme'
import { JOB_TITLES, jobState } from './job-words'

type JobTableProps = { jobs: readonly JobStatus[]; zone: string | null; now: number }

/** The automatic jobs of the service: the last run, its result, and the next run. */
export function JobTable({ jobs, zone, now }: JobTableProps) {
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        Jobs
      </Title>
      <RecordList label="Jobs" rows={jobs} keyOf={({ name }) => name} columns={jobColumns(zone, now)} />
    </section>
  )
}

const ICONS: Partial<Record<Tone, TablerIcon>> = { red: IconCircleX, amber: IconAlertTriangle, green: IconCircleCheck }

const jobColumns = (zone: string | null, now: number): readonly Column<JobStatus>[] => [
  { key: 'name', header: 'Job', cell: ({ name }) => JOB_TITLES[name], inCard: 'title' },
  {
    key: 'state',
    header: 'State',
    cell: (job) => {
      const { tone, word } = jobState(job, now)
      return (
        <StatusBadge tone={tone} icon={ICONS[tone] ?? IconClock}>
          {word}
        </StatusBadge>
      )
    },
    inCard: 'corner',
  },
  {
    key: 'last',
    header: 'Last run',
    cell: ({ started_at }) => started_at !== null && <Instant at={started_at} zone={zone} />,
    inCard: { place: 'line', isNamed: true },
  },
  {
    key: 'ended',
    header: 'Ended',
    cell: ({ ended_at }) => ended_at !== null && <Instant at={ended_at} zone={zone} />,
  },
  {
    key: 'next',
    header: 'Next run',
    cell: ({ next_at }) => <Instant at={next_at} zone={zone} />,
    inCard: { place: 'line', isNamed: true },
  },
  {
    key: 'failures',
    header: 'Failures in a row',
    cell: ({ failures }) => failures,
    isFigure: true,
    inCard: {
      place: 'line',
      isNamed: true,
      cell: ({ failures }) => failures > 0 && failures,
    },
  },
]
