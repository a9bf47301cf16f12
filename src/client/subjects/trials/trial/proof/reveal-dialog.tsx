import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { useFailureInPlace } from '../../../../api/raised-failure'
import { writeFailureText } from '../../../../api/write-failure-words'
import { useBusyWhile } from '../../../../device/use-busy-while'
import { ServerButton } from '../../../../device/offline/server-button'
import type { Revealed } from './revealed-seed'
import { SEED_REVEAL, useReveal } from './use-reveal'

type RevealDialogProps = {
  trial: Trial
  isOpen: boolean
  onRevealed: (revealed: Revealed) => void
  onClose: () => void
  onClosed: () => void
}

/** Asks for the reason before the seed is revealed for good. */
export function RevealDialog({ trial, isOpen, onRevealed, onClose, onClosed }: RevealDialogProps) {
  const isSending = useIsMutating({ mutationKey: SEED_REVEAL }) > 0
  const close = () => {
    if (!isSending) onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Reveal seed"
      size="lg"
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <RevealForm
        trial={trial}
        onCancel={onClose}
        onRevealed={(revealed) => {
          onRevealed(revealed)
          onClose()
        }}
      />
    </Modal>
  )
}

const { reason: reasonField } = api.revealSeed.body.entries

type RevealFormProps = { trial: Trial; onCancel: () => void; onRevealed: (revealed: Revealed) => void }

function RevealForm({ trial, onCancel, onRevealed }: RevealFormProps) {
  const [reason, setReason] = useState('')
  const reveal = useReveal(trial.id, onRevealed)
  const failure = useFailureInPlace(reveal.error)
  const parsed = v.safeParse(reasonField, reason)
  useBusyWhile('form', reason !== '')
  return (
    <Stack gap="md">
      <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
        Revealing the seed of “{trial.title}” unblinds every participant for everyone with the ledger. The trial’s users
        are notified. This cannot be undone.
      </Alert>
      <Textarea
        label="Reason"
        description="Recorded in the audit log and sent to the trial’s users."
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={2000}
        value={reason}
        error={failure === null ? null : writeFailureText(failure)}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={reveal.isPending}>
          Cancel
        </Button>
        <ServerButton
          action="viewProof"
          color="red"
          loading={reveal.isPending}
          disabled={!parsed.success}
          onClick={() => parsed.success && reveal.mutate({ reason: parsed.output })}
        >
          Reveal seed of trial {trial.id}
        </ServerButton>
      </Group>
    </Stack>
  )
}
