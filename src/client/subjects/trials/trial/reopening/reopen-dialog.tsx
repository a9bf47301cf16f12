import { api } from '#contract/api'
import type { TrialReopening } from '#contract/trial-reopening'
import type { Trial } from '#contract/trials'
import { REOPENED_MEANING } from '#domain/trials/trial-reopening'
import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog, type OpenDialog } from '../../../../action/action-dialog'
import { ActionForm } from '../../../../action/action-form'
import { ActionRefused } from '../../../../action/action-refused'
import { useAction } from '../../../../action/use-action'
import { trialReopeningQuery } from '../../../../api/trial-queries'
import { toastSuccess } from '../../../../ui/toasts'
import { PREFERENCE_WORDS } from '../preference-words'

type ReopenProps = { trial: Trial; request: NonNullable<TrialReopening['request']> }

/** What re-opening a trial means, and the statement of the second person. */
export function ReopenDialog({ trial, request, ...dialog }: OpenDialog & ReopenProps) {
  return (
    <ActionDialog {...dialog} title="Re-open trial">
      <ReopenForm key={request.id} trial={trial} request={request} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

function ReopenForm({ trial, request, onDone }: ReopenProps & { onDone: () => void }) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const reopen = useAction(
    api.reopenTrial,
    (request_id: number) => ({ parameters: { trial_id: String(trial.id) }, body: { request_id } }),
    {
      replaces: () => trialReopeningQuery(trial.id),
      onDone: () => {
        toastSuccess('The trial is re-opened. It is Paused.')
        onDone()
      },
    },
  )
  return (
    <ActionForm
      action={reopen}
      refusal={<ActionRefused title="The trial was not re-opened" error={reopen.error} />}
      button={`Re-open trial ${trial.id}`}
      isDisabled={!isConfirmed}
      needsServer="changeStatus"
      onSubmit={() => reopen.mutate(request.id)}
    >
      <Text>
        {request.by.name} requested this: “{request.reason}”
      </Text>
      <Text>
        The trial will be Paused. No one can be randomised until it is started again. Its ledger has a record that it
        was re-opened.
      </Text>
      <Text>
        Everyone with a permission in this trial is emailed, except those who have switched off “
        {PREFERENCE_WORDS.on_trial_status}”. Your name and the time will be recorded.
      </Text>
      <Checkbox
        label={REOPENED_MEANING}
        checked={isConfirmed}
        onChange={(event) => setIsConfirmed(event.currentTarget.checked)}
      />
    </ActionForm>
  )
}
