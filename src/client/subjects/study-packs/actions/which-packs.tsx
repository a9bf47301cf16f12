import { Group, Stack, Text } from '@mantine/core'
import { counted, formatNumber } from '../../../ui/format-number'
import { StudyPackStatusBadge } from '../../../ui/study-pack-status-badge'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

/** How many packs are named; the others are counted. */
const NAMED = 12

/** The packs of an action: one in large type, several by name as far as there is room. */
export function WhichPacks({ packs }: { packs: readonly PackFromServerOrStore[] }) {
  const [first] = packs
  if (first === undefined) return <Text>No packs left.</Text>
  if (packs.length === 1) {
    return (
      <Group justify="space-between" gap="xs">
        <span className="identifier identifier-large">{first.pack_id}</span>
        <StudyPackStatusBadge statusId={first.study_pack_status_id} />
      </Group>
    )
  }
  const more = packs.length - NAMED
  return (
    <Stack gap={0}>
      <Text fw={700} size="lg">
        {counted(packs.length, 'pack')}
      </Text>
      <Text className="identifier">
        {packs
          .slice(0, NAMED)
          .map(({ pack_id }) => pack_id)
          .join(', ')}
        {more > 0 && ` and ${formatNumber(more)} more`}
      </Text>
    </Stack>
  )
}
