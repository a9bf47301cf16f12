import type { StoredStudyPack } from '#contract/stored-answers'
import { studyPackTarget } from '#offline/overlay'
import { Group, Stack, Text } from '@mantine/core'
import { PendingBadge } from '../../../../outbox/pending-badge'
import { formatDay } from '../../../../ui/format-time'
import { RecordList, type Column } from '../../../../ui/record-list'
import { StudyPackStatusBadge } from '../../../../ui/study-pack-status-badge'
import type { SiteTitles } from '../site-titles'

/** Study packs with what a device may keep of each. */
export function StoredPackList({ packs, siteTitle }: { packs: readonly StoredStudyPack[]; siteTitle: SiteTitles }) {
  return (
    <RecordList
      label="Study packs"
      rows={packs}
      keyOf={({ id }) => id}
      columns={columnsOf(siteTitle)}
      renderCard={(pack) => (
        <Stack gap="xs">
          <Text className="identifier" fw={700} size="lg">
            {pack.pack_id}
          </Text>
          <Status pack={pack} />
          <Text>{siteTitle(pack.site_id)}</Text>
          {pack.participant !== undefined && <Text>Participant {pack.participant.trial_sequence_no}</Text>}
          {pack.expire_on !== null && <Text c="dimmed">Expires {formatDay(pack.expire_on)}</Text>}
        </Stack>
      )}
    />
  )
}

function Status({ pack }: { pack: StoredStudyPack }) {
  return (
    <Group gap="xs">
      <StudyPackStatusBadge statusId={pack.study_pack_status_id} />
      <PendingBadge target={studyPackTarget(pack.id)} />
    </Group>
  )
}

const columnsOf = (siteTitle: SiteTitles): Column<StoredStudyPack>[] => [
  { header: 'Pack ID', cell: (pack) => <span className="identifier">{pack.pack_id}</span> },
  { header: 'Batch', cell: (pack) => <span className="identifier">{pack.batch_id}</span> },
  { header: 'Status', cell: (pack) => <Status pack={pack} /> },
  { header: 'Site', cell: (pack) => siteTitle(pack.site_id) },
  { header: 'Expires', cell: (pack) => pack.expire_on !== null && formatDay(pack.expire_on), isUnbroken: true },
  { header: 'Participant', cell: (pack) => pack.participant?.trial_sequence_no, isFigure: true },
]
