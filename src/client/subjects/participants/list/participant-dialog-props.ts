import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import type { OpenDialog } from '../../../action/action-dialog'

/** What the form of an action on a participant gets of its dialog. */
export type ParticipantFormProps = {
  trial: Trial
  participant: Participant
  /** Called after success, with the message to show once the dialog has closed. */
  onDone: (words: string) => void
}

/** The props of each action's dialog. */
export type ParticipantDialogProps = OpenDialog & ParticipantFormProps
