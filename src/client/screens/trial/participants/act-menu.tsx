import type { Participant } from '#contract/participants'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { PartedMenuItems } from '../../../ui/parted-acts'
import { ACTION_PRESENTATION } from './action-presentation'
import { isIrreversibleAct, type ChosenAct, type ParticipantAct } from './offered-acts'

type ActMenuProps = {
  /** What it says: "Actions". */
  label: string
  acts: readonly ParticipantAct[]
  participant: Participant
  onChoose: (chosen: ChosenAct) => void
}

/** The menu, and with it the button to which the focus comes back when an act that was chosen here is over. */
export const actMenuId = (participantId: number): string => `acts-of-participant-${participantId}`

/** What can be done about a participant, behind one button. */
export function ActMenu({ label, acts, participant, onChoose }: ActMenuProps) {
  if (acts.length === 0) return null
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
        <PartedMenuItems acts={acts} isIrreversible={isIrreversibleAct}>
          {(act) => {
            const { label: words, icon: Icon } = ACTION_PRESENTATION[act]
            return (
              <Menu.Item
                key={act}
                {...(isIrreversibleAct(act) ? { c: 'red' } : {})}
                leftSection={<Icon size={20} aria-hidden="true" />}
                onClick={() => onChoose({ act, participant })}
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
