import { Group, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { ageWords } from '../../ui/age-words'
import { useConnectionState } from './use-connection'
import { useNowForAges } from './use-now-for-ages'
import { OLD_DATA_WORDS } from './connection-pill'

/** Says that the content below is stored, and how old it is. `asOf` is in milliseconds since the epoch. */
export function AgeNotice({ asOf }: { asOf: number }) {
  const connectionState = useConnectionState()
  const now = useNowForAges(asOf)
  return (
    <Group component="output" gap="0.375rem" mb="xs" c="amber" wrap="nowrap">
      <IconClockExclamation size={18} aria-hidden="true" style={{ flex: 'none' }} />
      <Text fw={600}>
        {OLD_DATA_WORDS[connectionState]} Last updated {ageWords(asOf, now)}.
      </Text>
    </Group>
  )
}
