import { Group, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import { ageWords } from '../../ui/age-words'
import { useConnectionState } from './use-connection'
import { OLD_DATA_WORDS } from './connection-pill'

/** Says that the content below is stored, and how old it is. `asOf` is in milliseconds since the epoch. */
export function AgeNotice({ asOf }: { asOf: number }) {
  const connectionState = useConnectionState()
  const age = useAgeWords(asOf)
  return (
    <Group component="output" gap="0.375rem" mb="xs" c="amber" wrap="nowrap">
      <IconClockExclamation size={18} aria-hidden="true" style={{ flex: 'none' }} />
      <Text fw={600}>
        {OLD_DATA_WORDS[connectionState]} Last updated {age}.
      </Text>
    </Group>
  )
}

/** The interval at which the age is updated, in milliseconds. */
const UPDATED_EVERY_MS = 20_000

/** How old stored content is, in words that stay true while it is shown. `asOf` is in milliseconds since the epoch. */
const useAgeWords = (asOf: number): string => {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), UPDATED_EVERY_MS, { autoInvoke: true })
  return ageWords(asOf, now)
}
