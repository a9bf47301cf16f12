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
export const actButtonId = (act: ParticipantAct): string => `act-${act === 'unflag' ? 'flag' : act}`

/** Everything that the viewer may do about a participant, each one press away. */
export function ParticipantActions({ participant, permission, onChoose }: ParticipantActionsProps) {
  return (
    <PartedButtons acts={offeredActs(participant, permission)} isIrreversible={isIrreversibleAct}>
      {(act) => {
        const { label, icon: Icon } = ACTION_PRESENTATION[act]
        return (
          <Button
            key={actButtonId(act)}
            id={actButtonId(act)}
            {...(isIrreversibleAct(act) ? { variant: 'outline', color: 'red' } : { variant: 'default' })}
            leftSection={<Icon size={20} aria-hidden="true" />}
            onClick={() => onChoose({ act, participant })}
          >
            {label}
          </Button>
        )
      }}
    </PartedButtons>
  )
}
