import { Group, Text } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'

/**
 * Says that what is shown comes from this device and not from the server just now.
 * @param asOf when the server gave it, with its zone, as shown elsewhere on the screen ("21 Nov 2026, 10:42").
 * @param age how long ago that is ("12 min ago").
 */
export function StaleNote({ asOf, age }: { asOf: string; age: string }) {
  return (
    <Group gap="xs" wrap="nowrap" c="amber">
      <IconClockPause size={20} aria-hidden="true" style={{ flex: 'none' }} />
      <Text size="sm">
        Stored on this device, as of {asOf} ({age})
      </Text>
    </Group>
  )
}
