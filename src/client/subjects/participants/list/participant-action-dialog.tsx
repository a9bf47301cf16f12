import type { useChosen } from '../../../action/use-chosen'
import { toastSuccess } from '../../../ui/toasts'
import { isWholeTrial, type TrialAtHand } from '../../trials/trial/trial-page'
import { FlagDialog } from './flag-dialog'
import type { ChosenParticipantAction } from './offered-participant-actions'
import { siteTitleIn } from './participant-columns'
import type { ParticipantDialogProps } from './participant-dialog-props'
import { RecordErrorDialog } from './record-error-dialog'
import { RecordUnblindingDialog } from './record-unblinding-dialog'
import { UnblindDialog } from './unblind-dialog'

type ParticipantActionDialogProps = {
  trial: TrialAtHand
  choice: ReturnType<typeof useChosen<ChosenParticipantAction>>
  /** Returns the focus to the button of the chosen action. */
  onClosed: (chosen: ChosenParticipantAction) => void
}

/** The dialog of the chosen action, and the message after its success. */
export function ParticipantActionDialog({ trial, choice, onClosed }: ParticipantActionDialogProps) {
  const { chosen, isOpen, close, clear } = choice
  if (chosen === null) return null
  const { participant } = chosen
  const dialog: Omit<ParticipantDialogProps, 'trial' | 'participant'> = {
    isOpen,
    onClose: close,
    onClosed: () => {
      clear()
      onClosed(chosen)
    },
    onDone: (message) => {
      toastSuccess(message)
      close()
    },
  }
  if (chosen.action === 'flag' || chosen.action === 'unflag') {
    const site =
      'site' in participant
        ? participant.site
        : { id: participant.site_id, title: siteTitleIn(trial, participant.site_id) }
    const wanted = chosen.action === 'flag' ? 'Flagged' : 'Unflagged'
    return <FlagDialog {...dialog} trial={trial} participant={{ ...participant, site }} wanted={wanted} />
  }
  if (!('site' in participant)) return null
  const props = { ...dialog, trial, participant }
  switch (chosen.action) {
    case 'unblind':
      return <UnblindDialog {...props} />
    case 'record_error':
      return isWholeTrial(trial) ? <RecordErrorDialog {...props} trial={trial} /> : null
    case 'record_unblinding':
      return <RecordUnblindingDialog {...props} />
  }
}
