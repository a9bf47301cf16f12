import { Alert } from '@mantine/core'
import { IconClockUp } from '@tabler/icons-react'
import { othersUnsent } from '../../safety-words'
import { useOutbox } from './use-outbox'

/**
 * Shows the other people whose actions wait on this tablet, by name and number only
 * (src/specification/offline.md#sessions-on-a-shared-tablet).
 */
export function OthersWaiting() {
  const { others } = useOutbox()
  return others.map(({ name, count }) => (
    <Alert key={name} color="slate" mb="md" py="xs" icon={<IconClockUp aria-hidden="true" />}>
      {othersUnsent(name, count)}
    </Alert>
  ))
}
