import { Alert, Loader, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconWindowOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DOWNLOAD_BEGUN } from '../../ui/download-address'
import classes from './report-outcome.module.css'
import { REPORT_FAILED, type ReportProgress } from './use-report'

/** The progress of a report, shown and read out. */
export function ReportOutcome({ progress }: { progress: ReportProgress }) {
  return (
    <div aria-live="polite" className={`${classes['outcome']} no-print`}>
      {contentOf(progress)}
    </div>
  )
}

const contentOf = (progress: ReportProgress): ReactNode => {
  switch (progress.kind) {
    case 'none':
      return null
    case 'generating':
      return <Waiting>The report is being generated in a new window. A large trial takes a while.</Waiting>
    case 'preparing':
      return <Waiting>Preparing the file…</Waiting>
    case 'shown':
      return <Done>The report is shown in a new window.</Done>
    case 'downloading':
      return <Done>{DOWNLOAD_BEGUN}</Done>
    case 'blocked':
      return (
        <Alert
          role="alert"
          color="red"
          title="Report was unable to be displayed in a new window."
          icon={<IconWindowOff aria-hidden="true" />}
        >
          Please check the pop-up settings of your browser: allow pop-ups for this site, then generate the report again.
        </Alert>
      )
    case 'failed':
      return (
        <Alert role="alert" color="red" title={REPORT_FAILED} icon={<IconAlertTriangle aria-hidden="true" />}>
          {progress.happened}. {progress.next}
          {progress.request_id !== null && (
            <>
              {' '}
              Request <span className="identifier">{progress.request_id}</span>
            </>
          )}
        </Alert>
      )
  }
}

function Waiting({ children }: { children: string }) {
  return (
    <div className={classes['line']}>
      <Loader size="sm" aria-hidden="true" />
      <Text>{children}</Text>
    </div>
  )
}

function Done({ children }: { children: string }) {
  return (
    <div className={classes['line']}>
      <IconCircleCheck size={24} aria-hidden="true" className={classes['done']} />
      <Text>{children}</Text>
    </div>
  )
}
