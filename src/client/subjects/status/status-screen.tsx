import type { ServiceStatus } from '#contract/service-status'
import { canInSystem } from '#domain/people/permissions'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { serviceStatusQuery } from '../../api/service-status-queries'
import { meQuery, systemPermissionQuery } from '../../api/session-queries'
import { QueryView } from '../../device/offline/query-view'
import { useServerNow } from '../../device/offline/use-now'
import { Definitions } from '../../ui/definitions'
import { ForbiddenState } from '../../ui/forbidden-state'
import { formatNumber } from '../../ui/format-number'
import { Instant } from '../../ui/instant'
import { PageSkeleton } from '../../ui/page-skeleton'
import { PageTitle } from '../../ui/page-title'
import { AlarmList } from './alarm-list'
import { Findings } from './findings'
import { JobTable } from './job-table'
import { NoticesSection } from './notices-section'
import { statusFindings } from './status-findings'

/** `/status`: the state of the service, and the tasks of its administrators. */
export function StatusScreen() {
  const permission = useQuery(systemPermissionQuery)
  return (
    <>
      <PageTitle title="Status" />
      <QueryView query={permission} loading={<PageSkeleton blocks={BLOCKS} />}>
        {(granted) =>
          canInSystem(granted, 'viewServiceStatus') ? (
            <Status />
          ) : (
            <ForbiddenState>Only system administrators can see the status of the service.</ForbiddenState>
          )
        }
      </QueryView>
    </>
  )
}

function Status() {
  const status = useQuery(serviceStatusQuery)
  const { data: me } = useQuery(meQuery)
  const now = useServerNow()
  const zone = me?.selected_timezone ?? null
  return (
    <QueryView query={status} loading={<PageSkeleton blocks={BLOCKS} />}>
      {(shown) => (
        <Stack gap="xl">
          <AlarmList alarms={shown.alarms} zone={zone} />
          <Findings findings={statusFindings(shown, { zone, now })} />
          <NoticesSection />
          <JobTable jobs={shown.jobs} zone={zone} now={now} />
          <Installation status={shown} zone={zone} />
        </Stack>
      )}
    </QueryView>
  )
}

const DATABASES = { embedded: 'Embedded database', server: 'PostgreSQL server' } as const

function Installation({ status: { build, database }, zone }: { status: ServiceStatus; zone: string | null }) {
  const commit = build.commit === null ? 'Unknown' : <span className="identifier">{build.commit}</span>
  const date = build.committed_at === null ? 'Unknown' : <Instant at={build.committed_at} zone={zone} />
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        Version and database
      </Title>
      <Definitions
        items={[
          ['Version', build.version],
          ['Commit', commit],
          ['Date of the commit', date],
          ['Database', `${DATABASES[database.kind]}, version ${database.version}`],
          ['Last migration', database.migration],
          ['Size of the database', `${formatNumber(database.megabytes)} MB`],
        ]}
      />
    </section>
  )
}

const BLOCKS = [['3rem'], ['20rem'], ['24rem'], ['16rem']] as const
