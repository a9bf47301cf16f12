import { api } from '#contract/api'
import { Text } from '@mantine/core'
import { ActionDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { RequiredText, useRequiredText } from '../../../action/required-text'
import { useAction } from '../../../action/use-action'
import { ofParticipant } from '../../../api/participant-queries'
import type { ParticipantDialogProps, ParticipantFormProps } from './participant-dialog-props'
import { ParticipantHeading } from './participant-heading'
import { UNBLINDING_BY_ACCIDENT } from '../../../safety-words'

/** Records that a participant's study group became known by accident. */
export function RecordUnblindingDialog({ trial, participant, onDone, ...dialog }: ParticipantDialogProps) {
  return (
    <ActionDialog {...dialog} title="Record an inadvertent unblinding">
      <RecordUnblindingForm {...{ trial, participant, onDone }} />
    </ActionDialog>
  )
}

function RecordUnblindingForm({ trial, participant, onDone }: ParticipantFormProps) {
  const comment = useRequiredText(api.recordInadvertentUnblinding.body.entries.comment)
  const send = useAction(
    api.recordInadvertentUnblinding,
    (text: string) => ({ parameters: ofParticipant(trial.id, participant.id), body: { comment: text } }),
    { onDone: () => onDone(UNBLINDING_BY_ACCIDENT.recorded(participant.trial_sequence_no)) },
  )
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title={UNBLINDING_BY_ACCIDENT.notRecorded} error={send.error} />}
      button="Record the unblinding"
      needsServer="recordEvent"
      onSubmit={() => {
        const text = comment.read()
        if (text !== null) send.mutate(text)
      }}
    >
      <ParticipantHeading trial={trial} participant={participant} />
      <Text>{UNBLINDING_BY_ACCIDENT.words}</Text>
      <RequiredText
        label="Comment"
        description="Who learned it, when and how. Blinded people cannot read this."
        text={comment}
        isFirst
      />
    </ActionForm>
  )
}
