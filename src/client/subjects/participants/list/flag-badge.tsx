import type { FlagStatusName } from '#domain/participants/participant'
import { Text } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { StatusBadge } from '../../../ui/status-badge'

type Flagged = { flag_status: { name: FlagStatusName }; is_counted_out?: true | undefined }

/** A participant's flag status, and whether the draw counts them. */
export function FlagBadge({ of: { flag_status, is_counted_out } }: { of: Flagged }) {
  return (
    <>
      {flag_status.name === 'Unflagged' ? (
        <Text size="sm" c="dimmed">
          {flag_status.name}
        </Text>
      ) : (
        <StatusBadge tone="amber" icon={IconFlag}>
          {flag_status.name}
        </StatusBadge>
      )}
      {is_counted_out === true && (
        <Text c="dimmed" size="sm">
          Not counted in later allocations
        </Text>
      )}
    </>
  )
}
