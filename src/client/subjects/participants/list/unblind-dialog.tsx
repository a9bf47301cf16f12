import { api } from '#contract/api'
import type { ReceivedAnswer, SentBody } from '#contract/endpoint'
import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/browser-call'
import { failureOf, isRefusedWith } from '../../../api/failure'
import { ofParticipant } from '../../../api/participant-queries'
import { UNBLINDED_BEFORE, UNBLINDING_IS_RECORDED, unblinded, willUnblind } from '../../../safety-words'
import { EVERYONE_READS } from '../../../ui/who-reads'
import { ActionButtons } from './action-buttons'
import { ActionDialog, type ParticipantDialogProps } from './action-dialog'
import { CommentField, useComment } from './comment-field'
import { DisclosedGroup } from './disclosed-group'
import { useParticipantAction, useRefusal } from './use-participant-action'

/**
 * Shows a participant's study group to a blinded person: deliberately, with a comment, and once. The group is only in the state
 * of this dialog.
 */
export function UnblindDialog({ trial, participant, onDone, ...dialog }: ParticipantDialogProps) {
  const title = `Unblind participant ${participant.trial_sequence_no}`
  return (
    <ActionDialog {...dialog} trial={trial} title={title} participant={participant}>
      <UnblindForm {...{ trial, participant, title, onDone }} onCancel={dialog.onClose} />
    </ActionDialog>
  )
}

type Disclosed = ReceivedAnswer<typeof api.unblindParticipant>
type UnblindFormProps = Pick<ParticipantDialogProps, 'trial' | 'participant' | 'onDone'> & {
  title: string
  onCancel: () => void
}

function UnblindForm({ trial, participant, title, onDone, onCancel }: UnblindFormProps) {
  const [disclosed, setDisclosed] = useState<Disclosed | null>(null)
  // Stays true once the server has asked: a repeat after a lost answer must have the same content.
  const [mustConfirmMany, setMustConfirmMany] = useState(false)
  const comment = useComment()
  const send = useParticipantAction(
    trial.id,
    (body: SentBody<typeof api.unblindParticipant>, options) =>
      call(api.unblindParticipant, { parameters: ofParticipant(trial.id, participant.id), body }, options),
    setDisclosed,
  )
  const refusal = useRefusal(send.error)
  if (disclosed !== null) {
    const { trial_sequence_no, study_group } = disclosed
    return <DisclosedGroup name={study_group.name} onClose={() => onDone(unblinded(trial_sequence_no))} />
  }
  const press = () => {
    const text = comment.ask()
    if (text === null) return
    send.mutate(
      { comment: text, ...(mustConfirmMany && { confirms_many: true }) },
      {
        onError: (error) => {
          const failure = failureOf(error)
          if (failure !== null && isRefusedWith(failure, 'many_unblinded')) setMustConfirmMany(true)
        },
      },
    )
  }
  return (
    <>
      <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
        <Stack gap="0.25rem">
          <Text fw={600}>{willUnblind(participant.trial_sequence_no)}</Text>
          <Text>{UNBLINDING_IS_RECORDED}</Text>
          {participant.is_unblinded && <Text>{UNBLINDED_BEFORE}</Text>}
        </Stack>
      </Alert>
      <CommentField
        comment={comment}
        description={`Why the group must be known. ${participant.is_unblinded ? 'Blinded people cannot read it.' : EVERYONE_READS}`}
        refusal={refusal}
      />
      <ActionButtons
        onlineAction="unblind"
        action={title}
        isGrave
        isSending={send.isPending}
        onPress={press}
        onCancel={onCancel}
      />
    </>
  )
}
