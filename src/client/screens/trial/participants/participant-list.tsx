import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { Group, Stack, Text } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { Instant } from '../../../ui/instant'
import { RecordList, type Column } from '../../../ui/record-list'
import { StatusBadge } from '../../../ui/status-badge'
import { StudyGroupName } from '../../../ui/study-group-name'
import { DetailsButton } from './details-button'
import { ParticipantDetails } from './participant-details'

type ParticipantListProps = { trial: Trial; participants: readonly Participant[]; isRefreshing: boolean }

/** Participants, each with its allocation and flag; further details unfold below it. */
export function ParticipantList({ trial, participants, isRefreshing }: ParticipantListProps) {
  const [openId, setOpenId] = useState<number | null>(null)
  const zone = trial.selected_timezone
  const detailsButton = (participant: Participant) =>
    hasDetails(participant) && (
      <DetailsButton
        isOpen={participant.id === openId}
        of={`participant ${participant.trial_sequence_no}`}
        onPress={() => setOpenId(participant.id === openId ? null : participant.id)}
      />
    )
  return (
    <RecordList
      label="Participants"
      rows={participants}
      keyOf={(participant) => participant.id}
      columns={[...columnsOf(trial), { header: 'Details', cell: detailsButton }]}
      renderCard={(participant) => (
        <ParticipantCard participant={participant} trial={trial} more={detailsButton(participant)} />
      )}
      renderDetail={(participant) =>
        participant.id === openId && <ParticipantDetails participant={participant} zone={zone} />
      }
      isRefreshing={isRefreshing}
    />
  )
}

const hasDetails = (participant: Participant): boolean =>
  participant.participant_flags.length > 0 || (participant.strata?.length ?? 0) > 0

/** The columns that a trial has use for. */
const columnsOf = (trial: Trial): Column<Participant>[] => [
  { header: 'Sequence', cell: (one) => <SequenceNumber participant={one} />, isFigure: true },
  { header: 'Date', cell: (one) => <Instant at={one.created_at} zone={trial.selected_timezone} />, isUnbroken: true },
  ...(trial.is_participant_id_used
    ? [
        {
          header: 'Participant ID',
          cell: (one: Participant) => <span className="identifier">{one.participant_id}</span>,
        },
      ]
    : []),
  { header: 'Study group', cell: (one) => <StudyGroupName group={one.study_group} /> },
  { header: 'Site', cell: (one) => one.site.title },
  ...(trial.is_managing_packs
    ? [
        {
          header: 'Study pack',
          cell: (one: Participant) => <span className="identifier">{one.study_pack?.pack_id}</span>,
        },
      ]
    : []),
  { header: 'Flag', cell: (one) => <FlagStatus participant={one} /> },
]

function SequenceNumber({ participant }: { participant: Participant }) {
  return <span className="identifier">{participant.trial_sequence_no}</span>
}

function FlagStatus({ participant }: { participant: Participant }) {
  const { name } = participant.flag_status
  if (name === 'Unflagged') return <Text c="dimmed">{name}</Text>
  return (
    <StatusBadge tone="amber" icon={IconFlag}>
      {name}
    </StatusBadge>
  )
}

function ParticipantCard({ participant, trial, more }: { participant: Participant; trial: Trial; more: ReactNode }) {
  const { participant_id, study_group, site, study_pack } = participant
  return (
    <Stack gap="0.25rem">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={700} size="lg">
          <SequenceNumber participant={participant} />
        </Text>
        <FlagStatus participant={participant} />
      </Group>
      {participant_id !== null && (
        <Text>
          Participant ID <span className="identifier">{participant_id}</span>
        </Text>
      )}
      <Text component="div">
        <StudyGroupName group={study_group} />
      </Text>
      {study_pack !== null && (
        <Text>
          Study pack <span className="identifier">{study_pack.pack_id}</span>
        </Text>
      )}
      <Text>{site.title}</Text>
      <Group justify="space-between">
        <Text c="dimmed">
          <Instant at={participant.created_at} zone={trial.selected_timezone} />
        </Text>
        {more}
      </Group>
    </Stack>
  )
}
