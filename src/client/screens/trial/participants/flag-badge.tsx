import type { FlagStatusName } from '#domain/participant'
import { Text } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/status-badge'

/** A participant's flag, the same everywhere; where there is none it says so quietly. */
export function FlagBadge({ status }: { status: FlagStatusName }) {
  if (status === 'Unflagged') return <Text c="dimmed">{status}</Text>
  return (
    <StatusBadge tone="amber" icon={IconFlag}>
      {status}
    </StatusBadge>
  )
}
