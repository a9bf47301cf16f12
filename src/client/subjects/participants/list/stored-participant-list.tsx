import type { StoredParticipant } from '#contract/stored-answers'
import type { FlagStatusName } from '#domain/participants/participant'
import { participantTarget } from '#offline/targets'
import { Button, Group, Stack, Text } from '@mantine/core'
import { PendingBadge } from '../../../device/outbox/pending-badge'
import { RecordList, type Column } from '../../../ui/record-list'
import { ACTION_PRESENTATION } from './action-presentation'
import { FlagBadge } from './flag-badge'

/** The id of the button that gets the focus back when its dialog closes. */
export const storedFlagButtonId = (participantId: number): string => `flag-of-participant-${participantId}`

type StoredParticipantListProps = {
  participants: readonly StoredParticipant[]
  /** The trial's label of participant IDs; null where it has none. */
  idLabel: string | null
  siteTitle: (siteId: number) => string
  /** Null where the viewer may not flag. */
  onFlag: ((participant: StoredParticipant, wanted: FlagStatusName) => void) | null
}

/** Participants with their stored fields. */
export function StoredParticipantList(props: StoredParticipantListProps) {
  const { participants, idLabel, siteTitle, onFlag } = props
  return (
    <RecordList
      label="Participants"
      rows={participants}
      keyOf={({ id }) => id}
      columns={columnsOf(props)}
      renderCard={(one) => (
        <Stack gap="xs">
          <Group justify="space-between">
            <Text className="identifier" fw={700} size="lg">
              {one.trial_sequence_no}
            </Text>
            <Flags participant={one} />
          </Group>
          {one.participant_id !== null && (
            <Text>
              {idLabel ?? 'Participant ID'} <span className="identifier">{one.participant_id}</span>
            </Text>
          )}
          <Group justify="space-between">
            <Text>{siteTitle(one.site_id)}</Text>
            {onFlag !== null && <FlagButton participant={one} onFlag={onFlag} />}
          </Group>
        </Stack>
      )}
      isBroad
    />
  )
}

const columnsOf = ({ idLabel, siteTitle, onFlag }: StoredParticipantListProps): Column<StoredParticipant>[] => [
  { header: 'Sequence', cell: (one) => <span className="identifier">{one.trial_sequence_no}</span>, isFigure: true },
  ...(idLabel === null
    ? []
    : [
        {
          header: idLabel,
          cell: (one: StoredParticipant) => <span className="identifier">{one.participant_id}</span>,
        },
      ]),
  { header: 'Site', cell: (one) => siteTitle(one.site_id) },
  { header: 'Flag', cell: (one) => <Flags participant={one} /> },
  ...(onFlag === null
    ? []
    : [
        {
          header: 'Actions',
          cell: (one: StoredParticipant) => <FlagButton participant={one} onFlag={onFlag} />,
          isFigure: true,
          isPinned: true,
        },
      ]),
]

function Flags({ participant }: { participant: StoredParticipant }) {
  return (
    <Group gap="xs">
      <FlagBadge of={participant} />
      <PendingBadge target={participantTarget(participant.id)} />
    </Group>
  )
}

type FlagButtonProps = {
  participant: StoredParticipant
  onFlag: NonNullable<StoredParticipantListProps['onFlag']>
}

function FlagButton({ participant, onFlag }: FlagButtonProps) {
  const isFlagged = participant.flag_status.name === 'Flagged'
  const { label, icon: Icon } = ACTION_PRESENTATION[isFlagged ? 'unflag' : 'flag']
  return (
    <Button
      id={storedFlagButtonId(participant.id)}
      variant="default"
      aria-label={`${label}: participant ${participant.trial_sequence_no}`}
      leftSection={<Icon size={20} aria-hidden="true" />}
      onClick={() => onFlag(participant, isFlagged ? 'Unflagged' : 'Flagged')}
    >
      {label}
    </Button>
  )
}
