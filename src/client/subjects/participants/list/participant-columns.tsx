import type { Participant } from '#contract/participants'
import type { StoredParticipant, StoredTrial } from '#contract/stored-answers'
import { participantIdLabel } from '#domain/participants/participant'
import type { EffectivePermission } from '#domain/people/permissions'
import { participantTarget } from '#offline/targets'
import { Group, Text } from '@mantine/core'
import { PendingBadge } from '../../../device/outbox/pending-badge'
import { paths } from '../../../paths'
import { CopyableId } from '../../../ui/copyable-id'
import { Instant } from '../../../ui/instant'
import type { Column } from '../../../ui/record-column'
import { RecordLink } from '../../../ui/record-link'
import { StudyGroupName } from '../../../ui/study-group-name'
import { FlagBadge } from './flag-badge'
import { packIds } from './pack-ids'
import { ParticipantPacks } from './participant-packs'

type ColumnsContext = {
  trial: Pick<
    StoredTrial,
    'id' | 'sites' | 'selected_timezone' | 'is_participant_id_used' | 'participant_id_label' | 'is_managing_packs'
  >
  permission: EffectivePermission
}

/** What a trial shows of its participants, to whom, as the server or this device lists them. */
export const participantColumns = ({
  trial,
  permission,
}: ColumnsContext): readonly Column<Participant, StoredParticipant>[] => [
  {
    key: 'trial_sequence_no',
    header: 'Sequence',
    cell: (one) => <SequenceNumber participant={one} trialId={trial.id} />,
    inCard: {
      place: 'title',
      cell: (one) => (
        <Text component="div" size="lg">
          <SequenceNumber participant={one} trialId={trial.id} />
        </Text>
      ),
    },
    inRecord: {
      term: 'Sequence number',
      cell: ({ trial_sequence_no }) => <span className="identifier identifier-large">{trial_sequence_no}</span>,
    },
    isStored: true,
    isFigure: true,
    sorts: [
      { sort: 'sequence', order: 'desc', label: 'Sequence, newest first' },
      { sort: 'sequence', order: 'asc', label: 'Sequence, oldest first' },
    ],
  },
  {
    key: 'created_at',
    header: 'Date',
    cell: ({ created_at }) => <Instant at={created_at} zone={trial.selected_timezone} />,
    inCard: 'foot',
    inRecord: {
      term: 'Randomised',
      cell: ({ created_at }) => <Instant at={created_at} zone={trial.selected_timezone} />,
    },
    sorts: [
      { sort: 'date', order: 'desc', label: 'Date, newest first' },
      { sort: 'date', order: 'asc', label: 'Date, oldest first' },
    ],
  },
  {
    key: 'participant_id',
    header: participantIdLabel(trial),
    cell: ({ participant_id }) => participant_id && <span className="identifier">{participant_id}</span>,
    inCard: { place: 'line', isFirst: true, isNamed: true },
    inRecord: {
      cell: ({ participant_id }) =>
        participant_id && <CopyableId value={participant_id} what={participantIdLabel(trial)} />,
    },
    isStored: true,
    isUsed: trial.is_participant_id_used,
    isUnbroken: (rows) => areShort(rows.map(({ participant_id }) => participant_id ?? '')),
  },
  {
    key: 'study_group',
    header: 'Study group',
    cell: ({ study_group }) => <StudyGroupName group={study_group} />,
    inCard: { place: 'line', isFirst: true },
    inRecord: true,
    isWordy: true,
  },
  {
    key: 'site',
    header: 'Site',
    cell: (one) => ('site' in one ? one.site.title : siteTitleIn(trial, one.site_id)),
    inCard: 'line',
    inRecord: true,
    isStored: true,
  },
  {
    key: 'study_packs',
    header: 'Study pack',
    cell: (one) => packIds(one) && <span className="identifier">{packIds(one)}</span>,
    inCard: { place: 'line', isFirst: true, isNamed: true },
    inRecord: {
      cell: (one) => packIds(one) && <ParticipantPacks trialId={trial.id} permission={permission} participant={one} />,
    },
    isUsed: trial.is_managing_packs,
    isUnbroken: (rows) => areShort(rows.map(packIds)),
  },
  {
    key: 'strata',
    header: 'Strata',
    inRecord: ({ strata = [] }) => strata.map(({ stratum, option }) => [stratum, option]),
  },
  {
    key: 'flag_status',
    header: 'Flag',
    cell: (one) => (
      <Group gap="xs">
        <FlagBadge of={one} />
        <PendingBadge target={participantTarget(one.id)} />
      </Group>
    ),
    inCard: 'corner',
    inRecord: { cell: (one) => <FlagBadge of={one} /> },
    isStored: true,
  },
  {
    key: 'is_unblinded',
    header: 'Unblinded',
    inRecord: { cell: ({ is_unblinded }) => (is_unblinded ? 'Yes' : 'No') },
  },
]

/** The title of a stored participant's site; its number where the viewer no longer reaches it. */
export const siteTitleIn = ({ sites }: Pick<StoredTrial, 'sites'>, siteId: number): string =>
  sites.find(({ id }) => id === siteId)?.title ?? `Site ${siteId}`

/** Leads to the participant's page, which needs the server. */
function SequenceNumber({ participant, trialId }: { participant: Participant | StoredParticipant; trialId: number }) {
  const { id, trial_sequence_no } = participant
  if (!('site' in participant)) return <span className="identifier">{trial_sequence_no}</span>
  return (
    <RecordLink
      {...paths.participant(trialId, id)}
      className="identifier"
      aria-label={`Participant ${trial_sequence_no}`}
    >
      {trial_sequence_no}
    </RecordLink>
  )
}

/** Up to this length an ID does not break: a break at its hyphen makes one ID look like two. */
const LONGEST_UNBROKEN = 20

const areShort = (ids: readonly string[]): boolean => ids.every(({ length }) => length <= LONGEST_UNBROKEN)
