import { reportTitle } from '#domain/reports/report'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { managementReportQuery } from '../../../api/report-queries'
import { TrialLink } from '../../../record-links/trial-link'
import { managementReportSearch } from '../reports-search'
import { ReportPage } from '../report-page'
import { ReportTable } from '../report-table'

const route = getRouteApi('/signed-in/reports/view')

/** `/reports/view`: the management report in a window of its own. */
export function ManagementReportScreen() {
  const query = useQuery(managementReportQuery)
  const { page } = managementReportSearch.read(route.useSearch())
  const navigate = route.useNavigate()
  const title = reportTitle('mgmt')
  return (
    <ReportPage title={title} about="All trials that you can see" zone={null} report={{ report: 'mgmt' }} query={query}>
      {(report) => (
        <ReportTable
          label={title}
          report={report}
          renderLink={(row, text) => <TrialLink trialId={Number(row[0])}>{text}</TrialLink>}
          page={page}
          onPage={(next) =>
            void navigate({ search: (before) => managementReportSearch.change(before, { page: String(next) }) })
          }
        />
      )}
    </ReportPage>
  )
}
