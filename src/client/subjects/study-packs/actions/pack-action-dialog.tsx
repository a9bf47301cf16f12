import type { Trial } from '#contract/trials'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { ActionDialog } from '../../../action/action-dialog'
import { DispenseSeveralForm } from './dispense-several-form'
import { PackActionForm } from './pack-action-form'
import { packWords } from './pack-words'
import type { ChosenAction, useChosenAction } from './use-chosen-action'

type PackActionDialogProps = {
  trial: Trial
  choice: ReturnType<typeof useChosenAction>
  /** Called with the packs to leave out, because their status does not permit the action. */
  onDrop?: (ids: readonly number[]) => void
  /** Returns the focus to the button of the chosen action. */
  onClosed: (chosen: ChosenAction) => void
}

/** The dialog of an action on packs. */
export function PackActionDialog({ trial, choice, onDrop, onClosed }: PackActionDialogProps) {
  const { chosen } = choice
  if (chosen === null) return null
  const { action, packs } = chosen
  const form = { trial, packs, onDrop, onDone: choice.done }
  return (
    <ActionDialog
      isOpen={choice.isOpen}
      onClose={choice.close}
      onClosed={() => {
        choice.clear()
        onClosed(chosen)
      }}
      title={`${STUDY_PACK_ACTIONS[action].label}: ${packWords(packs)}`}
    >
      {action === 'dispense' ? (
        <DispenseSeveralForm {...form} />
      ) : (
        <PackActionForm {...form} action={action} onUndone={choice.takeBack} />
      )}
    </ActionDialog>
  )
}
