import type { Trial } from '#contract/trials'
import { reportTitle } from '#domain/reports/report'
import { useQuery } from '@tanstack/react-query'
import { ReportPage } from '../report-page'
import { balanceQuery } from '../../../api/report-queries'
import { BalanceView } from './balance-view'

type BalanceReportProps = {
  trial: Pick<Trial, 'id' | 'title' | 'selected_timezone'>
  report: 'balance' | 'balance-open'
}

/** The balance of a trial, coded or open, in a window of its own. */
export function BalanceReport({ trial, report }: BalanceReportProps) {
  const query = useQuery(balanceQuery(trial.id, report))
  const title = reportTitle(report)
  return (
    <ReportPage
      title={title}
      about={trial.title}
      zone={trial.selected_timezone}
      report={{ report, trial_id: trial.id }}
      hasPdf
      query={query}
    >
      {(data) => <BalanceView label={title} report={data} />}
    </ReportPage>
  )
}
