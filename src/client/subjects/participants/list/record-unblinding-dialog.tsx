import { api } from '#contract/api'
import { Text } from '@mantine/core'
import { call } from '../../../api/browser-call'
import { ofParticipant } from '../../../api/participant-queries'
import { ActionButtons } from './action-buttons'
import { ActionDialog, type ParticipantDialogProps } from './action-dialog'
import { CommentField, useComment } from './comment-field'
import { useParticipantAction, useRefusal } from './use-participant-action'

/** Records that a participant's study group became known by accident. */
export function RecordUnblindingDialog({ trial, participant, onDone, ...dialog }: ParticipantDialogProps) {
  return (
    <ActionDialog {...dialog} trial={trial} title="Record an inadvertent unblinding" participant={participant}>
      <RecordUnblindingForm {...{ trial, participant, onDone }} onCancel={dialog.onClose} />
    </ActionDialog>
  )
}

type FormProps = Pick<ParticipantDialogProps, 'trial' | 'participant' | 'onDone'> & { onCancel: () => void }

function RecordUnblindingForm({ trial, participant, onDone, onCancel }: FormProps) {
  const comment = useComment()
  const send = useParticipantAction(
    trial.id,
    (text: string, options) =>
      call(
        api.recordInadvertentUnblinding,
        { parameters: ofParticipant(trial.id, participant.id), body: { comment: text } },
        options,
      ),
    () => onDone(`An inadvertent unblinding of participant ${participant.trial_sequence_no} is recorded.`),
  )
  const refusal = useRefusal(send.error)
  const press = () => {
    const text = comment.ask()
    if (text !== null) send.mutate(text)
  }
  return (
    <>
      <Text>
        A blinded person learned the study group by accident. Trial administrators are notified, but not of the group.
        This cannot be undone.
      </Text>
      <CommentField
        comment={comment}
        description="Who learned it, when and how. Blinded people cannot read this."
        refusal={refusal}
      />
      <ActionButtons
        onlineAction="recordEvent"
        action="Record the unblinding"
        isSending={send.isPending}
        onPress={press}
        onCancel={onCancel}
      />
    </>
  )
}
