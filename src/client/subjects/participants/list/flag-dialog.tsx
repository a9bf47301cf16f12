import { flagParticipant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import type { FlagStatusName } from '#domain/participants/participant'
import { Text } from '@mantine/core'
import { ActionDialog, type OpenDialog } from '../../../action/action-dialog'
import { ActionForm, neverInDoubt } from '../../../action/action-form'
import { Refused } from '../../../action/action-refused'
import { RequiredText, useRequiredText, EVERYONE_READS } from '../../../action/required-text'
import { UNDO_COMMENT, useOfferUndo } from '../../../action/use-offer-undo'
import { ofParticipant } from '../../../api/participant-queries'
import { savedActionMessage, useOutboxAction } from '../../../device/outbox/use-outbox-action'
import { toastSaved } from '../../../ui/toasts'
import { ParticipantHeading, type ActionSubject } from './participant-heading'

type FlagProps = {
  trial: Pick<Trial, 'id' | 'title' | 'participant_id_label'>
  participant: ActionSubject
  /** The wanted status: two people with the same wish do not undo each other. */
  wanted: FlagStatusName
}

/** Flags a participant, or lifts the flag, with a comment. */
export function FlagDialog({ trial, participant, wanted, ...dialog }: OpenDialog & FlagProps) {
  const title = `${VERBS[wanted]} participant ${participant.trial_sequence_no}`
  return (
    <ActionDialog {...dialog} title={title}>
      <FlagForm {...{ trial, participant, wanted, title }} onClose={dialog.onClose} />
    </ActionDialog>
  )
}

function FlagForm({ trial, participant, wanted, title, onClose }: FlagProps & { title: string; onClose: () => void }) {
  const comment = useRequiredText(flagParticipant.body.entries.comment)
  const offerUndo = useOfferUndo()
  const opposite: FlagStatusName = wanted === 'Flagged' ? 'Unflagged' : 'Flagged'
  const { send, isSending, fault } = useOutboxAction({
    onDone: () => {
      offerUndo({
        endpoint: flagParticipant,
        request: {
          parameters: ofParticipant(trial.id, participant.id),
          body: { comment: UNDO_COMMENT, flag_status: opposite, undo: true },
        },
        done: `Participant ${participant.trial_sequence_no} is ${wanted.toLowerCase()}.`,
        undone: `Participant ${participant.trial_sequence_no} is ${opposite.toLowerCase()} again.`,
      })
      onClose()
    },
    onSaved: (id) => {
      toastSaved(`${title}: ${savedActionMessage(id)}`)
      onClose()
    },
  })
  const press = () => {
    const text = comment.read()
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
    <ActionForm
      action={neverInDoubt(isSending)}
      refusal={fault !== null && <Refused cause={fault}>{fault.words}</Refused>}
      button={title}
      onSubmit={press}
    >
      <ParticipantHeading trial={trial} participant={participant} />
      <Text>{MEANS[wanted]}</Text>
      <RequiredText label="Comment" description={EVERYONE_READS} text={comment} isFirst />
    </ActionForm>
  )
}

const VERBS: Record<FlagStatusName, string> = { Flagged: 'Flag', Unflagged: 'Unflag' }

const MEANS: Record<FlagStatusName, string> = {
  Flagged: 'Everyone in the trial can see this flag. You can remove it later.',
  Unflagged: 'The flag will be removed. The history still shows it.',
}
