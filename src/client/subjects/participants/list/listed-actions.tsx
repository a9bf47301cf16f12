import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { PartedMenuItems } from '../../../ui/separated-actions'
import { ACTION_PRESENTATION } from './action-presentation'
import {
  isIrreversibleParticipantAction,
  type ChosenParticipantAction,
  type ParticipantAction,
} from './offered-participant-actions'

type ListedActionsProps = {
  actions: readonly ParticipantAction[]
  participant: ChosenParticipantAction['participant']
  onChoose: (chosen: ChosenParticipantAction) => void
}

/** The id of the button in the list that gets the focus back after an action: of the one action, or of the menu. */
export const listedActionsId = (participantId: number): string => `acts-of-participant-${participantId}`

/** The actions on a participant in the list: one as a button, several as a menu. */
export function ListedActions(props: ListedActionsProps) {
  const [first, ...others] = props.actions
  if (first === undefined) return null
  // An action that cannot be undone is never one press away.
  if (others.length > 0 || isIrreversibleParticipantAction(first)) return <ActionMenu {...props} />
  return <ActionButton action={first} {...props} />
}

type ActionButtonProps = Omit<ListedActionsProps, 'actions'> & { action: ParticipantAction }

function ActionButton({ action, participant, onChoose }: ActionButtonProps) {
  const { label, icon: Icon } = ACTION_PRESENTATION[action]
  return (
    <Button
      id={listedActionsId(participant.id)}
      variant="subtle"
      px="xs"
      aria-label={`${label}: participant ${participant.trial_sequence_no}`}
      leftSection={<Icon size={20} aria-hidden="true" />}
      onClick={() => onChoose({ action, participant })}
    >
      {label}
    </Button>
  )
}

/** A menu of the actions on a participant. */
function ActionMenu({ actions, participant, onChoose }: ListedActionsProps) {
  return (
    <Menu id={listedActionsId(participant.id)} position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <Button
          variant="subtle"
          px="xs"
          aria-label={`Actions: participant ${participant.trial_sequence_no}`}
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        >
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <PartedMenuItems actions={actions} isIrreversible={isIrreversibleParticipantAction}>
          {(action) => {
            const { label, icon: Icon } = ACTION_PRESENTATION[action]
            return (
              <Menu.Item
                key={action}
                {...(isIrreversibleParticipantAction(action) ? { c: 'red' } : {})}
                leftSection={<Icon size={20} aria-hidden="true" />}
                onClick={() => onChoose({ action, participant })}
              >
                {label}
              </Menu.Item>
            )
          }}
        </PartedMenuItems>
      </Menu.Dropdown>
    </Menu>
  )
}
