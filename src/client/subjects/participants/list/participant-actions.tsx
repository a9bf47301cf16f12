import { Button } from '@mantine/core'
import { PartedButtons } from '../../../ui/separated-actions'
import { ACTION_PRESENTATION } from './action-presentation'
import {
  isIrreversibleParticipantAction,
  type ChosenParticipantAction,
  type ParticipantAction,
} from './offered-participant-actions'

type ParticipantActionsProps = {
  actions: readonly ParticipantAction[]
  participant: ChosenParticipantAction['participant']
  onChoose: (chosen: ChosenParticipantAction) => void
}

/** The id of the button with which an action was chosen; flagging and its lifting share one button. */
export const actionButtonId = (action: ParticipantAction): string => `act-${action === 'unflag' ? 'flag' : action}`

/** A button for each action that the viewer may perform on a participant. */
export function ParticipantActions({ actions, participant, onChoose }: ParticipantActionsProps) {
  return (
    <PartedButtons actions={actions} isIrreversible={isIrreversibleParticipantAction}>
      {(action) => {
        const { label, icon: Icon } = ACTION_PRESENTATION[action]
        return (
          <Button
            key={actionButtonId(action)}
            id={actionButtonId(action)}
            {...(isIrreversibleParticipantAction(action)
              ? { variant: 'outline', color: 'red' }
              : { variant: 'default' })}
            leftSection={<Icon size={20} aria-hidden="true" />}
            onClick={() => onChoose({ action, participant })}
          >
            {label}
          </Button>
        )
      }}
    </PartedButtons>
  )
}
