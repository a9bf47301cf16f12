import type { Trial } from '#contract/trials'
import type { ParticipantDialogProps } from './act-dialog'
import { toastSuccess } from '../../../ui/toasts'
import { FlagDialog } from './flag-dialog'
import type { ChosenAct } from './offered-acts'
import { RecordErrorDialog } from './record-error-dialog'
import { RecordUnblindingDialog } from './record-unblinding-dialog'
import { UnblindDialog } from './unblind-dialog'
import type { useChosenAct } from './use-chosen-act'

type ChosenActDialogProps = {
  trial: Trial
  choice: ReturnType<typeof useChosenAct>
  /** Gives the focus back to where the act was chosen. */
  onClosed: (chosen: ChosenAct) => void
}

/** The dialog of the act that was chosen, and what is said when it was done. */
export function ParticipantActDialog({ trial, choice, onClosed }: ChosenActDialogProps) {
  const { chosen, isOpen, close, forget } = choice
  if (chosen === null) return null
  const props: ParticipantDialogProps = {
    trial,
    participant: chosen.participant,
    isOpen,
    onClose: close,
    onClosed: () => {
      forget()
      onClosed(chosen)
    },
    onDone: (words) => {
      toastSuccess(words)
      close()
    },
  }
  switch (chosen.action) {
    case 'flag':
      return <FlagDialog {...props} wanted="Flagged" />
    case 'unflag':
      return <FlagDialog {...props} wanted="Unflagged" />
    case 'unblind':
      return <UnblindDialog {...props} />
    case 'record_error':
      return <RecordErrorDialog {...props} />
    case 'record_unblinding':
      return <RecordUnblindingDialog {...props} />
  }
}
