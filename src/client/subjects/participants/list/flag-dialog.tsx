import type { Trial } from '#contract/trials'
import type { FlagStatusName } from '#domain/participants/participant'
import { Text } from '@mantine/core'
import { ofParticipant } from '../../../api/participant-queries'
import { savedActionMessage, useOutboxAction } from '../../../device/outbox/use-outbox-action'
import { toastSaved, toastSuccess } from '../../../ui/toasts'
import { EVERYONE_READS } from '../../../ui/who-reads'
import { ActionButtons } from './action-buttons'
import { ActionDialog, type ActionDialogProps, type ActionSubject } from './action-dialog'
import { CommentField, useComment } from './comment-field'
import { PARTICIPANT_ACTION } from './use-participant-action'

type FlagDialogProps = ActionDialogProps & {
  trial: Pick<Trial, 'id' | 'title' | 'participant_id_label'>
  participant: ActionSubject
  /** The wanted status: two people who want the same do not undo each other. */
  wanted: FlagStatusName
}

/** Flags a participant, or lifts the flag, with a comment. */
export function FlagDialog({ trial, participant, wanted, ...dialog }: FlagDialogProps) {
  const title = `${VERBS[wanted]} participant ${participant.trial_sequence_no}`
  return (
    <ActionDialog {...dialog} trial={trial} title={title} participant={participant}>
      <FlagForm {...{ trial, participant, wanted, title }} onClose={dialog.onClose} />
    </ActionDialog>
  )
}

type FlagFormProps = Pick<FlagDialogProps, 'trial' | 'participant' | 'wanted' | 'onClose'> & { title: string }

function FlagForm({ trial, participant, wanted, title, onClose }: FlagFormProps) {
  const comment = useComment()
  const { trial_sequence_no } = participant
  const { send, isSending, fault } = useOutboxAction({
    mutationKey: PARTICIPANT_ACTION,
    onDone: () => {
      toastSuccess(`Participant ${trial_sequence_no} is ${wanted.toLowerCase()}.`)
      onClose()
    },
    onSaved: (id) => {
      toastSaved(`${title}: ${savedActionMessage(id)}`)
      onClose()
    },
  })
  const press = () => {
    const text = comment.ask()
    if (text === null) return
    send({
      trial: { id: trial.id, title: trial.title },
      label: title,
      call: {
        kind: 'flag',
        parameters: ofParticipant(trial.id, participant.id),
        body: { comment: text, flag_status: wanted, performed_at: new Date().toISOString() },
      },
    })
  }
  return (
    <>
      <Text>{MEANS[wanted]}</Text>
      <CommentField comment={comment} description={EVERYONE_READS} refusal={fault?.words ?? null} />
      <ActionButtons action={title} isSending={isSending} onPress={press} onCancel={onClose} />
    </>
  )
}

const VERBS: Record<FlagStatusName, string> = { Flagged: 'Flag', Unflagged: 'Unflag' }

const MEANS: Record<FlagStatusName, string> = {
  Flagged: 'Everyone in the trial can see this flag. You can remove it later.',
  Unflagged: 'The flag will be removed. The history still shows it.',
}
