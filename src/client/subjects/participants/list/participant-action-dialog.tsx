import type { Trial } from '#contract/trials'
import type { useChosen } from '../../../action/use-chosen'
import { toastSuccess } from '../../../ui/toasts'
import { FlagDialog } from './flag-dialog'
import type { ChosenParticipantAction } from './offered-participant-actions'
import type { ParticipantDialogProps } from './participant-dialog-props'
import { RecordErrorDialog } from './record-error-dialog'
import { RecordUnblindingDialog } from './record-unblinding-dialog'
import { UnblindDialog } from './unblind-dialog'

type ParticipantActionDialogProps = {
  trial: Trial
  choice: ReturnType<typeof useChosen<ChosenParticipantAction>>
  /** Returns the focus to where the action was chosen. */
  onClosed: (chosen: ChosenParticipantAction) => void
}

/** The dialog of the chosen act, and the message after its success. */
export function ParticipantActionDialog({ trial, choice, onClosed }: ParticipantActionDialogProps) {
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
