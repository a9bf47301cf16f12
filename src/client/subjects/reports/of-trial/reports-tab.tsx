import { formatsOf, reportTitle, TRIAL_REPORTS, type ReportFormat, type TrialReportName } from '#domain/reports/report'
import { can } from '#domain/people/permissions'
import { Select, Stack, Text, Skeleton, Title } from '@mantine/core'
import { IconReport } from '@tabler/icons-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ServerButton } from '../../../device/offline/server-button'
import { paths } from '../../../paths'
import { ReportOutcome } from '../report-outcome'
import { useReport } from '../use-report'
import { isByList } from '#domain/trials/trial-methods'
import { TabHeading } from '../../trials/trial/tab-heading'
import { AnalysisSection } from './analysis-section'
import { DocumentsSection } from './documents-section'
import { RandomisationTestSection } from './randomisation-test/randomisation-test-section'
import { useTrialPage } from '../../trials/trial/trial-page'
import { monthlyReportQuery } from '../../../api/screen-queries'
import { QueryView } from '../../../device/offline/query-view'
import { MonthlyRecipients } from './monthly-recipients'

/** The formats, as a person reads them. */
const FORMATS: Record<ReportFormat, string> = {
  html: 'View in browser',
  xlsx: 'Excel spreadsheet (.xlsx)',
  pdf: 'PDF (.pdf)',
}

/** The content of each report. */
const HOLDS: Record<TrialReportName, string> = {
  long: 'One row for each participant: when, where and with which answers they were randomised, and what happened since.',
  short: 'Recruitment, sites, strata, study packs, and study groups as you may see them.',
  balance:
    'Study groups under code letters, by site and by stratum, with expected counts. For the trial team. Do not give it to people who know single participants’ groups.',
  'balance-open': 'The same with the names of study groups. For the monitoring board only.',
}

/** The tab where reports of a trial are generated: in a window of their own, or as a spreadsheet. */
export function ReportsTab() {
  const { trial, permission } = useTrialPage()
  const offered = TRIAL_REPORTS.filter((name) => name !== 'balance-open' || can(permission, 'viewOpenBalance'))
  const [report, setReport] = useState<TrialReportName>(TRIAL_REPORTS[0])
  const [chosenFormat, setFormat] = useState<ReportFormat>('html')
  const formats = formatsOf(report)
  const format = formats.includes(chosenFormat) ? chosenFormat : 'html'
  const { progress, show, download, isBusy } = useReport()
  const generate = () => {
    if (format === 'html') show(paths.trialReport(trial.id, report))
    else void download({ report, trial_id: trial.id }, format)
  }
  return (
    <>
      <TabHeading>Reports</TabHeading>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          generate()
        }}
      >
        <Stack gap="md" maw="24rem" align="flex-start">
          <Select
            label="Report type"
            w="100%"
            allowDeselect={false}
            openOnFocus={false}
            comboboxProps={{ withinPortal: false }}
            data={offered.map((name) => ({ value: name, label: reportTitle(name) }))}
            value={report}
            onChange={(chosen) => setReport(offered.find((name) => name === chosen) ?? report)}
          />
          <Select
            label="Report data format"
            w="100%"
            allowDeselect={false}
            openOnFocus={false}
            comboboxProps={{ withinPortal: false }}
            data={formats.map((name) => ({ value: name, label: FORMATS[name] }))}
            value={format}
            onChange={(chosen) => setFormat(formats.find((name) => name === chosen) ?? format)}
          />
          <Text c="dimmed">{HOLDS[report]}</Text>
          <ServerButton
            action="makeReports"
            type="submit"
            size="lg"
            leftSection={<IconReport size={24} aria-hidden="true" />}
            loading={isBusy}
          >
            Generate report
          </ServerButton>
        </Stack>
      </form>
      <ReportOutcome progress={progress} />
      {can(permission, 'viewSettings') && <DocumentsSection trial={trial} permission={permission} />}
      {can(permission, 'viewLedger') && (
        <>
          <AnalysisSection trialId={trial.id} />
          {!isByList(trial) && <RandomisationTestSection />}
        </>
      )}
      {can(permission, 'manageTrialUsers') && <MonthlyReportSection trial={trial} />}
    </>
  )
}

type OfTrial = { id: number; selected_timezone: string }

/** The recipients of a trial's monthly report by email, for people who manage the trial's users. */
function MonthlyReportSection({ trial }: { trial: OfTrial }) {
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
