import type { Participant } from '#contract/participants'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { PartedMenuItems } from '../../../ui/parted-acts'
import { ACTION_PRESENTATION } from './action-presentation'
import { isIrreversibleAct, type ChosenAct, type ParticipantAct } from './offered-acts'

type ActMenuProps = {
  /** What it says: "Actions". */
  label: string
  actions: readonly ParticipantAct[]
  participant: Participant
  onChoose: (chosen: ChosenAct) => void
}

/** The menu, and with it the button to which the focus comes back when an act that was chosen here is over. */
export const actMenuId = (participantId: number): string => `acts-of-participant-${participantId}`

/** What can be done about a participant, behind one button. */
export function ActMenu({ label, actions, participant, onChoose }: ActMenuProps) {
  if (actions.length === 0) return null
  return (
    <Menu id={actMenuId(participant.id)} position="bottom-end" width="max-content" returnFocus>
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
        <PartedMenuItems actions={actions} isIrreversible={isIrreversibleAct}>
          {(action) => {
            const { label: words, icon: Icon } = ACTION_PRESENTATION[action]
            return (
              <Menu.Item
                key={action}
                {...(isIrreversibleAct(action) ? { c: 'red' } : {})}
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
