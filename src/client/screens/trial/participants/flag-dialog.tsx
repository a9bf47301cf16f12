import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { FlagStatusName } from '#domain/participant'
import { Text } from '@mantine/core'
import { call } from '../../../api/browser-call'
import { ofParticipant } from '../../../api/participant-queries'
import { ActButtons } from './act-buttons'
import { ActDialog, type ParticipantDialogProps } from './act-dialog'
import { CommentField, useComment } from './comment-field'
import { refusalOf, useParticipantAct } from './use-participant-act'

type FlagDialogProps = ParticipantDialogProps & {
  /** The state that is wanted: two people who want the same do not undo each other. */
  wanted: FlagStatusName
}

/** Flags a participant, or lifts the flag, with the reason. */
export function FlagDialog({ trial, participant, wanted, onDone, ...dialog }: FlagDialogProps) {
  const title = `${VERBS[wanted]} participant ${participant.trial_sequence_no}`
  return (
    <ActDialog {...dialog} title={title} participant={participant}>
      <FlagForm {...{ trial, participant, wanted, title, onDone }} onCancel={dialog.onClose} />
    </ActDialog>
  )
}

type FlagFormProps = Pick<FlagDialogProps, 'trial' | 'participant' | 'wanted' | 'onDone'> & {
  title: string
  onCancel: () => void
}

function FlagForm({ trial, participant, wanted, title, onDone, onCancel }: FlagFormProps) {
  const comment = useComment()
  const send = useParticipantAct(
    trial.id,
    (body: SentBody<typeof api.flagParticipant>, options) =>
      call(api.flagParticipant, { parameters: ofParticipant(trial.id, participant.id), body }, options),
    () => onDone(`Participant ${participant.trial_sequence_no} is ${wanted.toLowerCase()}.`),
  )
  const press = () => {
    const text = comment.ask()
    if (text !== null) send.mutate({ comment: text, flag_status: wanted })
  }
  return (
    <>
      <Text>{MEANS[wanted]}</Text>
      <CommentField
        comment={comment}
        description="Everybody in the trial can read it: do not name the study group."
        refusal={refusalOf(send.error)}
      />
      <ActButtons act={title} isSending={send.isPending} onPress={press} onCancel={onCancel} />
    </>
  )
}

const VERBS: Record<FlagStatusName, string> = { Flagged: 'Flag', Unflagged: 'Unflag' }

const MEANS: Record<FlagStatusName, string> = {
  Flagged: 'A flag marks the participant for whoever looks at the trial. It can be lifted again.',
  Unflagged: 'The flag is lifted. That it was there, and why, stays in the history.',
}
