import type { RowProgress } from '#contract/row-count'
import type { ReportTable as Report } from '#contract/reports'
import type { Trial } from '#contract/trials'
import { reportTitle } from '#domain/reports/report'
import { Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { longReportQuery, shortReportQuery } from '../../../api/report-queries'
import { trialQuery } from '../../../api/trial-queries'
import { ColumnsMenu } from '../../../desk/view-menu'
import { useDisplay } from '../../../desk/use-display'
import { ParticipantLink } from '../../../record-links/participant-link'
import { ROOM_FOR_EVERY_COLUMN, useIsWide } from '../../../ui/use-is-wide'
import { choosableColumns, recordPlace } from '../report-columns'
import { trialReportSearch } from '../reports-search'
import { useAtHand } from '../../../device/offline/use-at-hand'
import { BalanceReport } from '../balance/balance-report'
import { ReportPage } from '../report-page'
import { ReportSections } from '../report-sections'
import { ReportTable } from '../report-table'
import { useNotifyOpener } from '../use-notify-opener'
import { QueryView } from '../../../device/offline/query-view'

const route = getRouteApi('/signed-in/trials/$trialId/reports/view')

/** `/trials/{id}/reports/view`: a report of a trial in a window of its own. */
export function TrialReportScreen() {
  const { trialId } = route.useParams()
  const { report } = trialReportSearch.read(route.useSearch())
  const query = useAtHand(trialQuery(trialId))
  // The report itself announces that it is shown.
  useNotifyOpener({ isSuccess: false, error: query.error })
  // The stored trial is enough for its title: a slow server delays only the report.
  const trial = query.data?.answer
  if (trial === undefined) {
    return (
      <QueryView query={query} loading={<TitleSkeleton />}>
        {() => <TitleSkeleton />}
      </QueryView>
    )
  }
  switch (report) {
    case 'long':
      return <LongReport trial={trial} />
    case 'short':
      return <ShortReport trial={trial} />
    case 'balance':
    case 'balance-open':
      return <BalanceReport trial={trial} report={report} />
  }
}

function TitleSkeleton() {
  return <Skeleton height="2.25rem" width="16rem" />
}

type OfTrial = { trial: Pick<Trial, 'id' | 'title' | 'selected_timezone'> }

function LongReport({ trial }: OfTrial) {
  const [rows, setRows] = useState<RowProgress | null>(null)
  const query = useQuery(longReportQuery(trial.id, setRows))
  const { page } = trialReportSearch.read(route.useSearch())
  const navigate = route.useNavigate()
  const title = reportTitle('long')
  const hasRoom = useIsWide(ROOM_FOR_EVERY_COLUMN)
  const { list_columns } = useDisplay()
  const chosen = hasRoom ? list_columns.long_report : undefined
  return (
    <ReportPage
      title={title}
      about={trial.title}
      zone={trial.selected_timezone}
      report={{ report: 'long', trial_id: trial.id }}
      query={query}
      rows={rows}
    >
      {(report) => (
        <ReportTable
          label={title}
          report={report}
          chosen={chosen}
          renderLink={(row, text) => {
            const id = row[recordPlace(report)]
            if (typeof id !== 'number') return text
            return (
              <ParticipantLink trialId={trial.id} participant={{ id, trial_sequence_no: Number(row[0]) }}>
                {text}
              </ParticipantLink>
            )
          }}
          tools={hasRoom && <ChooseColumns report={report} isChosen={chosen !== undefined} />}
          page={page}
          onPage={(next) =>
            void navigate({ search: (before) => trialReportSearch.change(before, { page: String(next) }) })
          }
        />
      )}
    </ReportPage>
  )
}

/** Chooses the shown columns of the long report; the file has them all. */
function ChooseColumns({ report, isChosen }: { report: Report; isChosen: boolean }) {
  return (
    <Group ml="auto">
      {isChosen && <Text c="dimmed">The spreadsheet has every column.</Text>}
      <ColumnsMenu list="long_report" columns={choosableColumns(report)} />
    </Group>
  )
}

function ShortReport({ trial }: OfTrial) {
  const query = useQuery(shortReportQuery(trial.id))
  return (
    <ReportPage
      title={reportTitle('short')}
      about={trial.title}
      zone={trial.selected_timezone}
      report={{ report: 'short', trial_id: trial.id }}
      query={query}
    >
      {(report) => <ReportSections report={report} />}
    </ReportPage>
  )
}
