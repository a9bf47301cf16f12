import { STUDY_PACK_ACTIONS, type StudyPackAction } from '#domain/study-packs/study-pack-actions'
import { waitingDispense } from '#offline/overlay'
import { Button } from '@mantine/core'
import { useOutboxPart } from '../../../device/outbox/use-outbox'
import { PartedButtons } from '../../../ui/separated-actions'
import { isIrreversibleAction } from '../actions/offered-actions'
import { PACK_ACTION_PRESENTATION } from '../actions/pack-action-presentation'

/** The button of an action. */
export const packActionId = (name: StudyPackAction): string => `pack-action-${name}`

type PackActionsProps = {
  pack: { id: number }
  actions: readonly StudyPackAction[]
  onChoose: (name: StudyPackAction) => void
}

/** The viewer's actions on a pack, each one press away; nothing while its dispense is unsent. */
export function PackActions({ pack, actions, onChoose }: PackActionsProps) {
  const isDispensedHere = useOutboxPart(({ own }) => waitingDispense(pack.id, own) !== undefined)
  if (isDispensedHere) return null
  return (
    <PartedButtons actions={actions} isIrreversible={isIrreversibleAction}>
      {(name) => {
        const { label, isIrreversible } = STUDY_PACK_ACTIONS[name]
        const { icon: Icon } = PACK_ACTION_PRESENTATION[name]
        return (
          <Button
            key={name}
            id={packActionId(name)}
            {...lookOf(name, isIrreversible)}
            leftSection={<Icon size={20} aria-hidden="true" />}
            onClick={() => onChoose(name)}
          >
            {label}
          </Button>
        )
      }}
    </PartedButtons>
  )
}

/** A pack's next step stands out; an irreversible action is red, and never filled. */
const lookOf = (name: StudyPackAction, isIrreversible: boolean) => {
  if (isIrreversible) return { variant: 'outline', color: 'red' }
  return { variant: name === 'dispense' ? 'filled' : 'default' }
}
