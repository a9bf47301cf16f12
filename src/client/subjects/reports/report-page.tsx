import type { RowProgress } from '#contract/row-count'
import { Button, Group, Loader, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { IconFileSpreadsheet, IconFileTypePdf, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { RequestedReport } from './report-download'
import { useAppInstance } from '../../api/session-queries'
import { ServerButton } from '../../device/offline/server-button'
import { Instant } from '../../ui/instant'
import { PageTitle } from '../../ui/page-title'
import { QueryView } from '../../device/offline/query-view'
import { ReportOutcome } from './report-outcome'
import classes from './report-outcome.module.css'
import { RowsProgress } from '../../ui/rows-progress'
import { useReport } from './use-report'
import { useNotifyOpener } from './use-notify-opener'

type ReportPageProps<Data> = {
  title: string
  /** Its subject: the trial's title. */
  about: ReactNode
  /** The time zone in which its time is shown; null for that of the device. */
  zone: string | null
  report: RequestedReport
  /** It comes as a PDF too. */
  hasPdf?: boolean
  query: UseQueryResult<Data>
  /** Its progress, where it has any; null before. */
  rows?: RowProgress | null
  children: (data: Data) => ReactNode
}

/** A report in its own window, to read and print. The page that opened the window is notified once it is shown. */
export function ReportPage<Data extends { timestamp: string }>(props: ReportPageProps<Data>) {
  const { title, about, zone, report, hasPdf = false, query, rows = null } = props
  const { instance } = useAppInstance()
  const { progress, download, isBusy } = useReport()
  useNotifyOpener(query)
  return (
    <>
      <PageTitle
        title={title}
        actions={
          query.data && (
            <Group gap="sm" className="no-print">
              <Button leftSection={<IconPrinter size={20} aria-hidden="true" />} onClick={() => print()}>
                Print
              </Button>
              <ServerButton
                action="makeReports"
                variant="default"
                leftSection={<IconFileSpreadsheet size={20} aria-hidden="true" />}
                loading={isBusy}
                onClick={() => void download(report)}
              >
                {DOWNLOAD_SPREADSHEET}
              </ServerButton>
              {hasPdf && (
                <ServerButton
                  action="makeReports"
                  variant="default"
                  leftSection={<IconFileTypePdf size={20} aria-hidden="true" />}
                  loading={isBusy}
                  onClick={() => void download(report, 'pdf')}
                >
                  Download PDF
                </ServerButton>
              )}
            </Group>
          )
        }
      />
      <QueryView query={query} loading={<Generating rows={rows} />}>
        {(data) => (
          <>
            <Text mb="md">
              {about} · generated <Instant at={data.timestamp} zone={zone} />
              {zone === null ? '' : ` (${zone})`} · instance {instance}
            </Text>
            {props.children(data)}
          </>
        )}
      </QueryView>
      <ReportOutcome progress={progress} />
    </>
  )
}

/** The label of the button. */
export const DOWNLOAD_SPREADSHEET = 'Download Excel spreadsheet (.xlsx)'

function Generating({ rows }: { rows: RowProgress | null }) {
  return (
    <div className="no-print">
      <output className={classes['line']}>
        <Loader size="sm" aria-hidden="true" />
        The report is being generated. A large trial takes a while.
      </output>
      <RowsProgress rows={rows} label="Participants in the report" noun="participant" />
    </div>
  )
}
