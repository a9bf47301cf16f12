import { Stack, Text } from '@mantine/core'
import { formatDay } from '../../../ui/format-time'
import { RecordList, type Column } from '../../../ui/record-list'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'
import { PackLink } from '../pack-link'
import { PackStatus } from '../pack-status'
import type { SiteTitles } from '../site-titles'

type StoredPackListProps = { trialId: number; packs: readonly PackFromServerOrStore[]; siteTitle: SiteTitles }

/** Study packs with what a device may keep of each. */
export function StoredPackList({ trialId, packs, siteTitle }: StoredPackListProps) {
  return (
    <RecordList
      label="Study packs"
      rows={packs}
      keyOf={({ id }) => id}
      columns={columnsOf(trialId, siteTitle)}
      renderCard={(pack) => (
        <Stack gap="xs">
          <PackLink trialId={trialId} pack={pack} />
          <PackStatus pack={pack} />
          <Text>
            Batch <span className="identifier">{pack.batch_id}</span>
          </Text>
          <Text>{siteTitle(pack.site_id)}</Text>
          {pack.participant !== undefined && <Text>Participant {pack.participant.trial_sequence_no}</Text>}
          {pack.expire_on !== null && <Text c="dimmed">Expires {formatDay(pack.expire_on)}</Text>}
        </Stack>
      )}
    />
  )
}

/** The first columns are those of the list with the connection; then comes what is needed to dispense. */
const columnsOf = (trialId: number, siteTitle: SiteTitles): Column<PackFromServerOrStore>[] => [
  { header: 'ID', cell: (pack) => <PackLink trialId={trialId} pack={pack} />, isUnbroken: true },
  { header: 'Status', cell: (pack) => <PackStatus pack={pack} /> },
  { header: 'Site', cell: (pack) => siteTitle(pack.site_id) },
  { header: 'Batch', cell: (pack) => <span className="identifier">{pack.batch_id}</span>, isWordy: true },
  { header: 'Expires', cell: (pack) => pack.expire_on !== null && formatDay(pack.expire_on), isUnbroken: true },
  { header: 'Participant', cell: (pack) => pack.participant?.trial_sequence_no, isFigure: true },
]
