import { canInSystem } from '#domain/people/permissions'
import { reportTitle } from '#domain/reports/report'
import { Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileSpreadsheet, IconReport } from '@tabler/icons-react'
import { systemPermissionQuery } from '../../../api/session-queries'
import { ServerButton } from '../../../device/offline/server-button'
import { paths } from '../../../paths'
import { DOWNLOAD_SPREADSHEET } from '../report-page'
import { ReportOutcome } from '../report-outcome'
import { useReport } from '../use-report'
import { ForbiddenState } from '../../../ui/forbidden-state'
import { PageTitle } from '../../../ui/page-title'
import { QueryView } from '../../../device/offline/query-view'

/** `/reports`: the reports of the system as a whole. */
export function ReportsScreen() {
  const permission = useQuery(systemPermissionQuery)
  return (
    <QueryView query={permission} loading={<Skeleton height="2.25rem" width="12rem" />}>
      {(granted) => (
        <>
          <PageTitle title="Reports" />
          {canInSystem(granted, 'viewReports') ? (
            <ManagementReport />
          ) : (
            <ForbiddenState>Only system administrators can see the reports of the service.</ForbiddenState>
          )}
        </>
      )}
    </QueryView>
  )
}

function ManagementReport() {
  const { progress, show, download, isBusy } = useReport()
  return (
    <section aria-labelledby="management-report">
      <Title order={2} id="management-report" mb="xs">
        {reportTitle('mgmt')}
      </Title>
      <Text mb="md" maw="40rem">
        One row for each trial: status, sample size, recruitment, dates and billing.
      </Text>
      <Group gap="sm">
        <ServerButton
          action="makeReports"
          size="lg"
          leftSection={<IconReport size={24} aria-hidden="true" />}
          loading={progress.kind === 'generating'}
          disabled={isBusy}
          onClick={() => show(paths.managementReport())}
        >
          View in browser
        </ServerButton>
        <ServerButton
          action="makeReports"
          size="lg"
          variant="default"
          leftSection={<IconFileSpreadsheet size={24} aria-hidden="true" />}
          loading={progress.kind === 'preparing'}
          disabled={isBusy}
          onClick={() => void download({ report: 'mgmt' })}
        >
          {DOWNLOAD_SPREADSHEET}
        </ServerButton>
      </Group>
      <ReportOutcome progress={progress} />
    </section>
  )
}
