import type { Trial } from '#contract/trials'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { useIsMutating } from '@tanstack/react-query'
import { GuardedModal } from '../../../ui/guarded-modal'
import { useIsWide } from '../../../ui/use-is-wide'
import { DispenseSeveralForm } from './dispense-several-form'
import { PackActionForm } from './pack-action-form'
import { packWords } from './pack-words'
import type { ChosenAction, useChosenAction } from './use-chosen-action'
import { PACK_ACTION } from './use-pack-action'

type PackActionDialogProps = {
  trial: Trial
  choice: ReturnType<typeof useChosenAction>
  /** These packs are no longer meant, because their status does not permit it. */
  onDrop?: (ids: readonly number[]) => void
  /** Gives the focus back to where the action was chosen. */
  onClosed: (chosen: ChosenAction) => void
}

/** The prompt of an action on packs. */
export function PackActionDialog({ trial, choice, onDrop, onClosed }: PackActionDialogProps) {
  const isSending = useIsMutating({ mutationKey: PACK_ACTION }) > 0
  const isWide = useIsWide()
  const { chosen } = choice
  if (chosen === null) return null
  return (
    <GuardedModal
      opened={choice.isOpen}
      isSending={isSending}
      onClose={choice.close}
      title={`${STUDY_PACK_ACTIONS[chosen.action].label}: ${packWords(chosen.packs)}`}
      size="lg"
      fullScreen={!isWide}
      returnFocus={false}
      onExitTransitionEnd={() => {
        choice.forget()
        onClosed(chosen)
      }}
    >
      {chosen.action === 'dispense' ? (
        <DispenseSeveralForm
          trial={trial}
          packs={chosen.packs}
          onDrop={onDrop}
          onDone={choice.done}
          onCancel={choice.close}
        />
      ) : (
        <PackActionForm
          trial={trial}
          chosen={{ action: chosen.action, packs: chosen.packs }}
          onDrop={onDrop}
          onDone={choice.done}
          onCancel={choice.close}
        />
      )}
    </GuardedModal>
  )
}
