import { Stack, Text, Title } from '@mantine/core'
import { formatNumber } from '../../../ui/format-number'
import { WaitingBar } from '../../../ui/waiting-bar'
import type { ImportState } from './import-state'

/** How far a list has come before it is shown. */
export function ImportProgress({ state }: { state: Extract<ImportState, { phase: 'reading' }> }) {
  const { name, rows } = state
  return (
    <Stack gap="sm" maw="40rem">
      <Title order={2}>{rows === null ? `Reading ${name}` : `Checking ${formatNumber(rows)} rows`}</Title>
      <WaitingBar label="Reading and checking" />
      <Text c="dimmed">Nothing has been sent.</Text>
    </Stack>
  )
}
