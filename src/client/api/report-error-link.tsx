import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { thisInstallation } from './installation'
import type { Failure } from './failure'
import { appInstanceQuery } from './session-queries'
import { failureWords } from './failure-words'

/** A link to the page for error reports; nothing where the installation has none. */
export function ReportErrorLink({ failure }: { failure: Failure }) {
  const { data: instance } = useQuery({ ...appInstanceQuery, enabled: false })
  const reportPage = instance?.error_report_url ?? null
  if (reportPage === null) return null
  return (
    <Button
      variant="default"
      component="a"
      href={errorReport(reportPage, reportOf(failure))}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconMessageReport size={20} aria-hidden="true" />}
    >
      Report this error
    </Button>
  )
}

/** Neither address has its query, which may hold a participant's id. */
const reportOf = (failure: Failure): Record<string, string> => ({
  summary: failureWords(failure).summary,
  time: failure.request.at,
  page_url: location.origin + location.pathname,
  request_url: location.origin + failure.request.path,
  // The id of a session must not leave the browser: the request's id leads the service desk to the same lines of the log.
  session_id: failure.request.request_id ?? thisInstallation.clientId(),
})

/** The external page that receives error reports, with the failure as parameters. */
const errorReport = (page: string, parameters: Record<string, string>): string => {
  const address = new URL(page)
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}
