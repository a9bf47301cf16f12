import { Button, getDefaultZIndex, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconHome, IconMessageReport, IconReload } from '@tabler/icons-react'
import { thisInstallation } from '../api/browser-call'
import type { Failure } from '../api/failure'
import { raisedFailure } from '../api/raised-failure'
import { appInstanceQuery } from '../api/session-queries'
import { errorReport } from '../paths'
import { useStore } from '../store'
import { ERROR_TITLE, failureWords, GO_HOME } from './failure-words'

/** The one dialog for failures that no screen shows itself (specification 001, section 8). */
export function ErrorDialog({ goHome }: { goHome: () => void }) {
  const failure = useStore(raisedFailure)
  const close = () => raisedFailure.set(null)
  return (
    // Above every other dialog: one of them may have brought it about.
    <Modal opened={failure !== null} onClose={close} title={ERROR_TITLE} size="lg" zIndex={getDefaultZIndex('overlay')}>
      {failure !== null && (
        <ErrorDetails
          failure={failure}
          goHome={() => {
            close()
            goHome()
          }}
        />
      )}
    </Modal>
  )
}

function ErrorDetails({ failure, goHome }: { failure: Failure; goHome: () => void }) {
  const { data: instance } = useQuery({ ...appInstanceQuery, enabled: false })
  const { summary, message, advice } = failureWords(failure)
  const reportPage = instance?.error_report_url ?? null
  return (
    <Stack gap="md" role="alert">
      <Text fw={600}>{summary}</Text>
      {message !== null && <Text>{message}</Text>}
      <Text>{advice}</Text>
      {failure.request.request_id !== null && (
        <Text c="dimmed" size="sm">
          Request id <span className="identifier">{failure.request.request_id}</span>
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" leftSection={<IconHome size={20} aria-hidden="true" />} onClick={goHome}>
          {GO_HOME}
        </Button>
        {reportPage !== null && (
          <Button
            variant="default"
            component="a"
            href={errorReport(reportPage, reportOf(failure, summary))}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconMessageReport size={20} aria-hidden="true" />}
          >
            Report this error
          </Button>
        )}
        <Button leftSection={<IconReload size={20} aria-hidden="true" />} onClick={() => location.reload()}>
          Reload this page
        </Button>
      </Group>
    </Stack>
  )
}

/** What a report tells. Neither address carries its query, which may hold a participant's id. */
const reportOf = ({ request }: Failure, summary: string): Record<string, string> => ({
  summary,
  time: request.at,
  page_url: location.origin + location.pathname,
  request_url: location.origin + request.path,
  session_id: request.request_id ?? thisInstallation.clientId(),
})
