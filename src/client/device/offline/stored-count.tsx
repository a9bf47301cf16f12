import { Group, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { WHY_OLD } from './connection-pill'
import { useAgeWords } from './use-age-words'
import { useConnectionState } from './use-connection'

type StoredCountProps = {
  /** How many rows are shown: "12 of 28 participants". */
  count: string
  /** When the server gave them, in milliseconds since the epoch; null where they are from the server just now. */
  asOf: number | null
}

/** How many rows of a stored list are shown, and beside it how old they are. */
export function StoredCount({ count, asOf }: StoredCountProps) {
  return (
    <Group gap="0 0.75rem" mb="xs">
      <Text c="dimmed" aria-live="polite">
        {count}
      </Text>
      {asOf !== null && <Age asOf={asOf} />}
    </Group>
  )
}

function Age({ asOf }: { asOf: number }) {
  const connectionState = useConnectionState()
  const age = useAgeWords(asOf)
  return (
    <Group component="output" gap="0.375rem" c="amber" wrap="nowrap">
      <IconClockExclamation size={18} aria-hidden="true" />
      <Text fw={600}>
        {WHY_OLD[connectionState]} Last updated {age}.
      </Text>
    </Group>
  )
}
