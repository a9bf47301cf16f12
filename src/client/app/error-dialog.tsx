import { Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowBack, IconHome, IconReload } from '@tabler/icons-react'
import { isWriteLost, statusOf, type Failure } from '../api/failure'
import { raisedFailure } from '../api/raised-failure'
import { useStore } from '../browser/store'
import { ERROR_TITLE, failureWords, GO_HOME } from '../api/failure-words'
import { ReportErrorLink } from '../api/report-error-link'
import { NOT_KNOWN_WHETHER_SAVED, SEND_AGAIN } from '../safety-words'
import { Dialog } from '../ui/dialog'

/** The dialog for failures that no screen shows. */
export function ErrorDialog({ goHome }: { goHome: () => void }) {
  const failure = useStore(raisedFailure)
  const close = () => raisedFailure.set(null)
  return (
    <Dialog isOpen={failure !== null} onClose={close} title={ERROR_TITLE} size="lg">
      {failure !== null && (
        <ErrorDetails
          failure={failure}
          close={close}
          goHome={() => {
            close()
            goHome()
          }}
        />
      )}
    </Dialog>
  )
}

type ErrorDetailsProps = { failure: Failure; close: () => void; goHome: () => void }

function ErrorDetails({ failure, close, goHome }: ErrorDetailsProps) {
  const { summary, message, advice } = failureWords(failure)
  const isLost = isWriteLost(failure)
  // The form of a failed write is still below: a reload would lose its content.
  const isWrite = failure.request.method !== 'GET' && statusOf(failure) !== 401
  return (
    <Stack gap="md" role="alert">
      <Text fw={600}>{summary}</Text>
      {message !== null && <Text>{message}</Text>}
      {isLost ? (
        <Text fw={600}>
          {NOT_KNOWN_WHETHER_SAVED} {SEND_AGAIN}
        </Text>
      ) : (
        <Text>{advice}</Text>
      )}
      {failure.request.request_id !== null && (
        <Text c="dimmed" size="sm">
          Request ID <span className="identifier">{failure.request.request_id}</span>
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" leftSection={<IconHome size={20} aria-hidden="true" />} onClick={goHome}>
          {GO_HOME}
        </Button>
        <ReportErrorLink failure={failure} />
        <Button
          variant={isWrite ? 'default' : 'filled'}
          leftSection={<IconReload size={20} aria-hidden="true" />}
          onClick={() => location.reload()}
        >
          Reload this page
        </Button>
        {isWrite && (
          <Button leftSection={<IconArrowBack size={20} aria-hidden="true" />} data-autofocus onClick={close}>
            Back to what you entered
          </Button>
        )}
      </Group>
    </Stack>
  )
}
