import { api } from '#contract/api'
import { Text } from '@mantine/core'
import { call } from '../../../api/browser-call'
import { ofParticipant } from '../../../api/participant-queries'
import { ActButtons } from './act-buttons'
import { ActDialog, type ParticipantDialogProps } from './act-dialog'
import { CommentField, useComment } from './comment-field'
import { useParticipantAct, useRefusal } from './use-participant-act'

/** Records that a participant's study group became known by accident. */
export function RecordUnblindingDialog({ trial, participant, onDone, ...dialog }: ParticipantDialogProps) {
  return (
    <ActDialog {...dialog} trial={trial} title="Record an inadvertent unblinding" participant={participant}>
      <RecordUnblindingForm {...{ trial, participant, onDone }} onCancel={dialog.onClose} />
    </ActDialog>
  )
}

type FormProps = Pick<ParticipantDialogProps, 'trial' | 'participant' | 'onDone'> & { onCancel: () => void }

function RecordUnblindingForm({ trial, participant, onDone, onCancel }: FormProps) {
  const comment = useComment()
  const send = useParticipantAct(
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
      <ActButtons
        onlineAct="recordEvent"
        action="Record the unblinding"
        isSending={send.isPending}
        onPress={press}
        onCancel={onCancel}
      />
    </>
  )
}
