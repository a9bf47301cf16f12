import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { Text } from '@mantine/core'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'
import { ActionForm } from '../../../../action/action-form'
import { ActionRefused } from '../../../../action/action-refused'
import { EVERYONE_READS, RequiredText, useRequiredText } from '../../../../action/required-text'
import { useAction } from '../../../../action/use-action'
import { trialReopeningQuery } from '../../../../api/trial-queries'

/** Asks for the reason why a Finished trial is to be re-opened. */
export function ReopeningRequestDialog({ trial, ...dialog }: OpenDialog & { trial: Trial }) {
  return (
    <ActionDialog {...dialog} title="Request re-opening">
      <RequestForm trial={trial} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function RequestForm({ trial, onDone }: { trial: Trial; onDone: () => void }) {
  const reason = useRequiredText(api.requestTrialReopening.body.entries.reason)
  const send = useAction(
    api.requestTrialReopening,
    (text: string) => ({ parameters: { trial_id: String(trial.id) }, body: { reason: text } }),
    { replaces: () => trialReopeningQuery(trial.id), onDone },
  )
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title="The re-opening was not requested" error={send.error} />}
      button="Request re-opening"
      needsServer="changeStatus"
      onSubmit={() => {
        const text = reason.read()
        if (text !== null) send.mutate(text)
      }}
    >
      <Text>
        The trial stays Finished until someone else confirms this. Everyone who may confirm it is emailed. Your request
        replaces an earlier one.
      </Text>
      <RequiredText label="Reason" description={EVERYONE_READS} text={reason} isFirst />
    </ActionForm>
  )
}
