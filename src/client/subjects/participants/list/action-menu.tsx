import type { Participant } from '#contract/participants'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { PartedMenuItems } from '../../../ui/separated-actions'
import { ACTION_PRESENTATION } from './action-presentation'
import {
  isIrreversibleParticipantAction,
  type ChosenParticipantAction,
  type ParticipantAction,
} from './offered-participant-actions'

type ActionMenuProps = {
  /** Its label: "Actions". */
  label: string
  actions: readonly ParticipantAction[]
  participant: Participant
  onChoose: (chosen: ChosenParticipantAction) => void
}

/** The id of the menu's button, which gets the focus back after an act that was chosen there. */
export const actionMenuId = (participantId: number): string => `acts-of-participant-${participantId}`

/** A menu of the acts on a participant. */
export function ActionMenu({ label, actions, participant, onChoose }: ActionMenuProps) {
  if (actions.length === 0) return null
  return (
    <Menu id={actionMenuId(participant.id)} position="bottom-end" width="max-content" returnFocus>
      <Menu.Target>
        <Button
          variant="default"
          aria-label={`${label}: participant ${participant.trial_sequence_no}`}
          rightSection={<IconChevronDown size={18} aria-hidden="true" />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <PartedMenuItems actions={actions} isIrreversible={isIrreversibleParticipantAction}>
          {(action) => {
            const { label: words, icon: Icon } = ACTION_PRESENTATION[action]
            return (
              <Menu.Item
                key={action}
                {...(isIrreversibleParticipantAction(action) ? { c: 'red' } : {})}
                leftSection={<Icon size={20} aria-hidden="true" />}
                onClick={() => onChoose({ action, participant })}
              >
                {words}
              </Menu.Item>
            )
          }}
        </PartedMenuItems>
      </Menu.Dropdown>
    </Menu>
  )
}
