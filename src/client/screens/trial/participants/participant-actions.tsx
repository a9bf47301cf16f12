import type { Participant } from '#contract/participants'
import type { EffectivePermission } from '#domain/permissions'
import { Button } from '@mantine/core'
import { PartedButtons } from '../../../ui/parted-acts'
import { ACTION_PRESENTATION } from './action-presentation'
import { isIrreversibleAct, offeredActs, type ChosenAct, type ParticipantAct } from './offered-acts'

type ParticipantActionsProps = {
  participant: Participant
  permission: EffectivePermission
  onChoose: (chosen: ChosenAct) => void
}

/** The button that an act was chosen with; a flag and its lifting are one button. */
export const actButtonId = (action: ParticipantAct): string => `act-${action === 'unflag' ? 'flag' : action}`

/** Everything that the viewer may do about a participant, each one press away. */
export function ParticipantActions({ participant, permission, onChoose }: ParticipantActionsProps) {
  return (
    <PartedButtons actions={offeredActs(participant, permission)} isIrreversible={isIrreversibleAct}>
      {(action) => {
        const { label, icon: Icon } = ACTION_PRESENTATION[action]
        return (
          <Button
            key={actButtonId(action)}
            id={actButtonId(action)}
            {...(isIrreversibleAct(action) ? { variant: 'outline', color: 'red' } : { variant: 'default' })}
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
