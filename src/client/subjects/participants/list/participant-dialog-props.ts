import type { Participant } from '#contract/participants'
import type { OpenDialog } from '../../../action/action-dialog'
import type { TrialAtHand } from '../../trials/trial/trial-page'

/** The props of an action's form from its dialog. */
export type ParticipantFormProps = {
  /** The trial at hand: unblinding does not wait for a slow answer about it. */
  trial: TrialAtHand
  participant: Participant
  /** Called after success, with the message to show once the dialog has closed. */
  onDone: (message: string) => void
}

/** The props of each action's dialog. */
export type ParticipantDialogProps = OpenDialog & ParticipantFormProps
