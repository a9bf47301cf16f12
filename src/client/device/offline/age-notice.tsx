import { Group, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useConnectionState } from './use-connection'
import { WHY_OLD } from './connection-pill'
import { useAgeWords } from './use-age-words'

/** Says that the content below is stored, and how old it is. `asOf` is in milliseconds since the epoch. */
export function AgeNotice({ asOf }: { asOf: number }) {
  const connectionState = useConnectionState()
  const age = useAgeWords(asOf)
  return (
    <Group component="output" gap="0.375rem" mb="xs" c="amber" wrap="nowrap">
      <IconClockExclamation size={18} aria-hidden="true" style={{ flex: 'none' }} />
      <Text fw={600}>
        {WHY_OLD[connectionState]} Last updated {age}.
      </Text>
    </Group>
  )
}
