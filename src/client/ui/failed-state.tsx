import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StateNotice } from './state-notice'

/**
 * A failure with everything that its reader needs.
 * @param happened the event, as a sentence.
 * @param saved whether anything was saved, as a sentence; left out where data was only read.
 * @param next the next step, as a sentence.
 * @param requestId the server's id of the request, for the service desk, where there was an answer.
 * @param onRetry offers "Try again".
 * @param more other possible actions, beside it.
 */
export function FailedState(props: {
  happened: string
  saved?: string | undefined
  next: string
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  more?: ReactNode
}) {
  const { happened, saved, next, requestId, onRetry, more } = props
  return (
    <div role="alert">
      <StateNotice
        tone="red"
        icon={IconAlertTriangle}
        title={happened}
        action={
          <Group gap="xs">
            {onRetry && <Button onClick={onRetry}>Try again</Button>}
            {more}
          </Group>
        }
      >
        {saved && <Text fw={600}>{saved}</Text>}
        <Text>{next}</Text>
        {requestId && (
          <Text c="dimmed" size="sm">
            Request ID <span className="identifier">{requestId}</span>
          </Text>
        )}
      </StateNotice>
    </div>
  )
}
