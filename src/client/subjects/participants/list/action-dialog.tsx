import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { Group, Stack, Text } from '@mantine/core'
import { useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GuardedModal } from '../../../ui/guarded-modal'
import { useIsWide } from '../../../ui/use-is-wide'
import { PARTICIPANT_ACTION } from './use-participant-action'

/** The participant of a dialog, as far as it shows them. */
export type ActionSubject = Pick<Participant, 'id' | 'trial_sequence_no' | 'participant_id' | 'site'>

export type ActionDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** Called when the dialog has closed. */
  onClosed: () => void
}

/** The props of each action's dialog. */
export type ParticipantDialogProps = ActionDialogProps & {
  trial: Trial
  participant: Participant
  /** Called after success, with the message to show once the dialog has closed. */
  onDone: (said: string) => void
}

/** The dialog of an act on a participant. */
export function ActionDialog(
  props: ActionDialogProps & {
    trial: Pick<Trial, 'participant_id_label'>
    title: string
    participant: ActionSubject
    children: ReactNode
  },
) {
  const { isOpen, onClose, onClosed, trial, title, participant, children } = props
  const isSending = useIsMutating({ mutationKey: PARTICIPANT_ACTION }) > 0
  const isWide = useIsWide()
  return (
    <GuardedModal
      opened={isOpen}
      isSending={isSending}
      onClose={onClose}
      title={title}
      size="lg"
      fullScreen={!isWide}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <Stack gap="md">
        <Whom participant={participant} idLabel={trial.participant_id_label ?? 'ID'} />
        {children}
      </Stack>
    </GuardedModal>
  )
}

function Whom({ participant, idLabel }: { participant: ActionSubject; idLabel: string }) {
  const { trial_sequence_no, participant_id, site } = participant
  return (
    <Group gap="0.25rem 1.25rem" align="baseline">
      <Text span>
        Participant <span className="identifier">{trial_sequence_no}</span>
      </Text>
      {participant_id !== null && (
        <Text span>
          {idLabel} <span className="identifier">{participant_id}</span>
        </Text>
      )}
      <Text span c="dimmed">
        {site.title}
      </Text>
    </Group>
  )
}
