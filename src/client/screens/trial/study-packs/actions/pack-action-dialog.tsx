import type { Trial } from '#contract/trials'
import { STUDY_PACK_ACTIONS } from '#domain/study-pack'
import { Modal } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import { ownEscape } from '../../../../ui/own-escape'
import { useIsWide } from '../../../../ui/use-is-wide'
import { DispenseSeveralForm } from './dispense-several-form'
import { PackActionForm } from './pack-action-form'
import { packWords } from './pack-words'
import type { ChosenAction, useChosenAction } from './use-chosen-action'
import { PACK_ACT } from './use-pack-act'

type PackActionDialogProps = {
  trial: Trial
  choice: ReturnType<typeof useChosenAction>
  /** These packs are no longer meant, because their status does not permit it. */
  onDrop?: (ids: readonly number[]) => void
  /** Gives the focus back to where the action was chosen. */
  onClosed: (chosen: ChosenAction) => void
}

/**
 * The prompt of an action on packs. A touch beside it does not close it, for that would lose what was written; nor does
 * anything while it is being sent, for nobody would see what became of it.
 */
export function PackActionDialog({ trial, choice, onDrop, onClosed }: PackActionDialogProps) {
  const isSending = useIsMutating({ mutationKey: PACK_ACT }) > 0
  const isWide = useIsWide()
  const { chosen } = choice
  if (chosen === null) return null
  const close = () => {
    if (!isSending) choice.close()
  }
  return (
    <Modal
      opened={choice.isOpen}
      onClose={close}
      {...ownEscape(close)}
      title={`${STUDY_PACK_ACTIONS[chosen.action].label}: ${packWords(chosen.packs)}`}
      size="lg"
      fullScreen={!isWide}
      closeOnClickOutside={false}
      returnFocus={false}
      onExitTransitionEnd={() => {
        choice.forget()
        onClosed(chosen)
      }}
    >
      {chosen.action === 'dispense' ? (
        <DispenseSeveralForm trial={trial} packs={chosen.packs} onDrop={onDrop} onDone={choice.done} onCancel={close} />
      ) : (
        <PackActionForm
          trial={trial}
          chosen={{ action: chosen.action, packs: chosen.packs }}
          onDrop={onDrop}
          onDone={choice.done}
          onCancel={close}
        />
      )}
    </Modal>
  )
}
