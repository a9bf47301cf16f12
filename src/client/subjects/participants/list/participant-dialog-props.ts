import type { Participant } from '#contract/participants'
import type { OpenDialog } from '../../../action/action-dialog'
import type { TrialAtHand } from '../../trials/trial/trial-page'

/** What the form of an action on a participant gets of its dialog. */
export type ParticipantFormProps = {
  /** As it is at hand: nobody waits for a slow answer about the trial to unblind a participant. */
  trial: TrialAtHand
  participant: Participant
  /** Called after success, with the message to show once the dialog has closed. */
  onDone: (message: string) => void
}

/** The props of each action's dialog. */
export type ParticipantDialogProps = OpenDialog & ParticipantFormProps
