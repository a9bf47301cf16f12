import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { participantIdLabel } from '#domain/participants/participant'
import type { EffectivePermission } from '#domain/people/permissions'
import { participantTarget } from '#offline/targets'
import { Group, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { PendingBadge } from '../../../device/outbox/pending-badge'
import { Instant } from '../../../ui/instant'
import { RecordList, type Column } from '../../../ui/record-list'
import { StudyGroupName } from '../../../ui/study-group-name'
import { ActionMenu } from './action-menu'
import { DetailsButton } from './details-button'
import { FlagBadge } from './flag-badge'
import {
  offeredParticipantActions,
  type ChosenParticipantAction,
  type ParticipantAction,
} from './offered-participant-actions'
import { packIds } from './pack-ids'
import { ParticipantDetails } from './participant-details'
import { ParticipantLink } from './participant-link'

type ParticipantListProps = {
  trial: Trial
  permission: EffectivePermission
  participants: readonly Participant[]
  isRefreshing: boolean
  onChoose: (chosen: ChosenParticipantAction) => void
}

/** Participants with their allocation, flag and acts; details unfold below each. */
export function ParticipantList({ trial, permission, participants, isRefreshing, onChoose }: ParticipantListProps) {
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
  const more = (participant: Participant) => (
    <Group gap="0.25rem" wrap="nowrap" justify="flex-end">
      {detailsButton(participant)}
      <ActionMenu
        label="Actions"
        actions={offeredParticipantActions(participant, permission).filter((action) => LISTED_ACTIONS.includes(action))}
        participant={participant}
        onChoose={onChoose}
      />
    </Group>
  )
  return (
    <RecordList
      label="Participants"
      rows={participants}
      keyOf={(participant) => participant.id}
      columns={[...columnsOf(trial, participants), { header: 'Actions', cell: more, isFigure: true, isPinned: true }]}
      renderCard={(participant) => <ParticipantCard participant={participant} trial={trial} more={more(participant)} />}
      renderDetail={(participant) =>
        participant.id === openId && <ParticipantDetails participant={participant} zone={zone} />
      }
      isBroad
      isRefreshing={isRefreshing}
    />
  )
}

/** Frequent and urgent acts; the others are on the participant's page. */
const LISTED_ACTIONS: readonly ParticipantAction[] = ['flag', 'unflag', 'unblind']

const hasDetails = (participant: Participant): boolean =>
  participant.participant_flags.length > 0 || (participant.strata?.length ?? 0) > 0

/** Up to this length an ID does not break: a break at its hyphen makes one ID look like two. */
const LONGEST_UNBROKEN = 20

const areShort = (ids: readonly string[]): boolean => ids.every(({ length }) => length <= LONGEST_UNBROKEN)

/** The columns that a trial needs. */
const columnsOf = (trial: Trial, participants: readonly Participant[]): Column<Participant>[] => [
  { header: 'Sequence', cell: (one) => <ParticipantLink trialId={trial.id} participant={one} />, isFigure: true },
  { header: 'Date', cell: (one) => <Instant at={one.created_at} zone={trial.selected_timezone} /> },
  ...(trial.is_participant_id_used
    ? [
        {
          header: participantIdLabel(trial),
          cell: (one: Participant) => <span className="identifier">{one.participant_id}</span>,
          isUnbroken: areShort(participants.map(({ participant_id }) => participant_id ?? '')),
        },
      ]
    : []),
  { header: 'Study group', cell: (one) => <StudyGroupName group={one.study_group} />, isWordy: true },
  { header: 'Site', cell: (one) => one.site.title },
  ...(trial.is_managing_packs
    ? [
        {
          header: 'Study pack',
          cell: (one: Participant) => <span className="identifier">{packIds(one)}</span>,
          isUnbroken: areShort(participants.map(packIds)),
        },
      ]
    : []),
  { header: 'Flag', cell: (one) => <Flags participant={one} /> },
]

function ParticipantCard({ participant, trial, more }: { participant: Participant; trial: Trial; more: ReactNode }) {
  const { participant_id, study_group, site } = participant
  const packs = packIds(participant)
  return (
    <Stack gap="0.25rem">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={700} size="lg">
          <ParticipantLink trialId={trial.id} participant={participant} />
        </Text>
        <Flags participant={participant} />
      </Group>
      {participant_id !== null && (
        <Text>
          {participantIdLabel(trial)} <span className="identifier">{participant_id}</span>
        </Text>
      )}
      <Text component="div">
        <StudyGroupName group={study_group} />
      </Text>
      {packs !== '' && (
        <Text>
          Study pack <span className="identifier">{packs}</span>
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

function Flags({ participant }: { participant: Participant }) {
  return (
    <Group gap="xs">
      <FlagBadge of={participant} />
      <PendingBadge target={participantTarget(participant.id)} />
    </Group>
  )
}
