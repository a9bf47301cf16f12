import type { Participant } from '#contract/participants'
import type { StoredParticipant } from '#contract/stored-answers'
import type { EffectivePermission } from '#domain/people/permissions'
import { Group, ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { Column } from '../../../ui/record-column'
import { RecordList } from '../../../ui/record-list'
import type { Sorting } from '../../../ui/sort-heading'
import type { TrialAtHand } from '../../trials/trial/trial-page'
import { ListedActions } from './listed-actions'
import {
  offeredParticipantActions,
  type ChosenParticipantAction,
  type ParticipantAction,
} from './offered-participant-actions'
import { ParticipantDetails } from './participant-details'

type ParticipantListProps<Row> = {
  trial: TrialAtHand
  permission: EffectivePermission
  columns: readonly Column<Row>[]
  participants: readonly Row[]
  onChoose: (chosen: ChosenParticipantAction) => void
  sorting: Sorting
}

/** Participants, from the server or this device, with the actions possible on them; details unfold below each. */
export function ParticipantList<Row extends Participant | StoredParticipant>(props: ParticipantListProps<Row>) {
  const { trial, permission, columns, participants, onChoose, sorting } = props
  const [openId, setOpenId] = useState<number | null>(null)
  return (
    <RecordList
      label="Participants"
      rows={participants}
      keyOf={({ id }) => id}
      columns={columns}
      sorting={sorting}
      renderActions={(participant) => (
        <Group gap="0.125rem" wrap="nowrap" justify="flex-end">
          <ListedActions
            actions={offeredParticipantActions(participant, permission).filter((action) =>
              LISTED_ACTIONS.includes(action),
            )}
            participant={participant}
            onChoose={onChoose}
          />
          {hasDetails(participant) && (
            <DetailsButton
              isOpen={participant.id === openId}
              of={`participant ${participant.trial_sequence_no}`}
              onPress={() => setOpenId(participant.id === openId ? null : participant.id)}
            />
          )}
        </Group>
      )}
      renderDetail={(participant) =>
        participant.id === openId &&
        hasDetails(participant) && <ParticipantDetails participant={participant} zone={trial.selected_timezone} />
      }
    />
  )
}

/** Frequent and urgent actions; the others are on the participant's page. */
const LISTED_ACTIONS: readonly ParticipantAction[] = ['flag', 'unflag', 'unblind']

const hasDetails = (participant: Participant | StoredParticipant): participant is Participant =>
  'participant_flags' in participant &&
  (participant.participant_flags.length > 0 || (participant.strata?.length ?? 0) > 0)

/** Unfolds the details of a row; `of` names the row. */
function DetailsButton({ isOpen, of, onPress }: { isOpen: boolean; of: string; onPress: () => void }) {
  const Icon = isOpen ? IconChevronUp : IconChevronDown
  return (
    <ActionIcon
      variant="subtle"
      aria-expanded={isOpen}
      aria-label={`Details of ${of}`}
      title={isOpen ? 'Hide details' : 'Show details'}
      onClick={onPress}
    >
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}
