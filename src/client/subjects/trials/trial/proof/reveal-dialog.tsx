import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'
import { ActionForm } from '../../../../action/action-form'
import { ActionRefused } from '../../../../action/action-refused'
import { RequiredText, useRequiredText } from '../../../../action/required-text'
import { useAction } from '../../../../action/use-action'
import type { Revealed } from './revealed-seed'
import { CANNOT_BE_UNDONE } from '../../../../safety-words'

type RevealProps = { trial: Trial; onRevealed: (revealed: Revealed) => void }

/** Asks for the reason before the seed is revealed for good. */
export function RevealDialog({ trial, onRevealed, ...dialog }: OpenDialog & RevealProps) {
  return (
    <ActionDialog {...dialog} title="Reveal seed">
      <RevealForm
        trial={trial}
        onRevealed={(revealed) => {
          onRevealed(revealed)
          dialog.onClose()
        }}
      />
    </ActionDialog>
  )
}

function RevealForm({ trial, onRevealed }: RevealProps) {
  const reason = useRequiredText(api.revealSeed.body.entries.reason)
  const reveal = useAction(
    api.revealSeed,
    (text: string) => ({ parameters: { trial_id: String(trial.id) }, body: { reason: text } }),
    { onDone: onRevealed },
  )
  return (
    <ActionForm
      action={reveal}
      refusal={<ActionRefused title="The seed was not revealed" error={reveal.error} />}
      button={`Reveal seed of trial ${trial.id}`}
      isGrave
      isDisabled={reason.isMissing}
      needsServer="viewProof"
      onSubmit={() => {
        const text = reason.read()
        if (text !== null) reveal.mutate(text)
      }}
    >
      <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
        Revealing the seed of “{trial.title}” unblinds every participant for everyone with the ledger. The trial’s users
        are notified. {CANNOT_BE_UNDONE}
      </Alert>
      <RequiredText
        label="Reason"
        description="Recorded in the audit log and sent to the trial’s users."
        text={reason}
        isFirst
      />
    </ActionForm>
  )
}
