import { api } from '#contract/api'
import type { ReceivedAnswer, SentBody } from '#contract/endpoint'
import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { RequiredText, useRequiredText, EVERYONE_READS } from '../../../action/required-text'
import { useAction } from '../../../action/use-action'
import { isRefusedWith } from '../../../api/failure'
import { ofParticipant } from '../../../api/participant-queries'
import { notUnblinded, UNBLINDED_BEFORE, UNBLINDING_IS_RECORDED, unblinded, willUnblind } from '../../../safety-words'
import { DisclosedGroup } from './disclosed-group'
import type { ParticipantDialogProps, ParticipantFormProps } from './participant-dialog-props'
import { ParticipantHeading } from './participant-heading'

/**
 * Shows a participant's study group to a blinded person: deliberately, with a comment, and once. The group is only in the state
 * of this dialog.
 */
export function UnblindDialog({ trial, participant, onDone, ...dialog }: ParticipantDialogProps) {
  const title = `Unblind participant ${participant.trial_sequence_no}`
  return (
    <ActionDialog {...dialog} title={title}>
      <UnblindForm {...{ trial, participant, title, onDone }} />
    </ActionDialog>
  )
}

function UnblindForm({ trial, participant, title, onDone }: ParticipantFormProps & { title: string }) {
  const [disclosed, setDisclosed] = useState<ReceivedAnswer<typeof api.unblindParticipant> | null>(null)
  const [mustConfirmMany, setMustConfirmMany] = useState(false)
  const comment = useRequiredText(api.unblindParticipant.body.entries.comment)
  const send = useAction(
    api.unblindParticipant,
    (body: SentBody<typeof api.unblindParticipant>) => ({ parameters: ofParticipant(trial.id, participant.id), body }),
    {
      onDone: setDisclosed,
      onRefused: (failure) => {
        if (isRefusedWith(failure, 'many_unblinded')) setMustConfirmMany(true)
      },
    },
  )
  if (disclosed !== null) {
    const { trial_sequence_no, study_group } = disclosed
    return (
      <Stack gap="md">
        <ParticipantHeading trial={trial} participant={participant} />
        <DisclosedGroup name={study_group.name} onClose={() => onDone(unblinded(trial_sequence_no))} />
      </Stack>
    )
  }
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title={notUnblinded(participant.trial_sequence_no)} error={send.error} />}
      button={title}
      isGrave
      needsServer="unblind"
      onSubmit={() => {
        const text = comment.read()
        if (text !== null) send.mutate({ comment: text, ...(mustConfirmMany && { confirms_many: true }) })
      }}
    >
      <ParticipantHeading trial={trial} participant={participant} />
      <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
        <Stack gap="0.25rem">
          <Text fw={600}>{willUnblind(participant.trial_sequence_no)}</Text>
          <Text>{UNBLINDING_IS_RECORDED}</Text>
          {participant.is_unblinded && <Text>{UNBLINDED_BEFORE}</Text>}
        </Stack>
      </Alert>
      <RequiredText
        label="Comment"
        description={`Why the group must be known. ${participant.is_unblinded ? 'Blinded people cannot read it.' : EVERYONE_READS}`}
        text={comment}
        isFirst
      />
    </ActionForm>
  )
}
