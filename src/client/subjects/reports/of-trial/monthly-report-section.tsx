import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { monthlyReportQuery } from '../../../api/monthly-report-queries'
import { QueryView } from '../../../device/offline/query-view'
import { MonthlyRecipients } from './monthly-recipients'

type OfTrial = { id: number; selected_timezone: string }

/** Who is sent a trial's monthly report by email, for those who manage the trial's users. */
export function MonthlyReportSection({ trial }: { trial: OfTrial }) {
  const query = useQuery(monthlyReportQuery(trial.id))
  return (
    <section aria-labelledby="monthly-report">
      <Title order={3} id="monthly-report" mt="xl" mb="xs">
        Monthly report by email
      </Title>
      <Text mb="md" maw="40rem">
        Once a month, the portal emails recruitment, sites and stock as a PDF. Study groups are not in it, so blinded
        people may read it.
      </Text>
      <QueryView query={query} loading={<Skeleton height="6rem" />}>
        {(report) => <MonthlyRecipients trial={trial} report={report} />}
      </QueryView>
    </section>
  )
}
