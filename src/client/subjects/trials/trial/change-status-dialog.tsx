import { api } from '#contract/api'
import type { SentBody } from '#contract/endpoint'
import type { Trial } from '#contract/trials'
import { mayChangeTrialStatus, mayRandomiseInStatus } from '#domain/trials/trial-status'
import { Alert, Group, Radio, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { ActionDialog, type OpenDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { ActionRefused } from '../../../action/action-refused'
import { RequiredText, useRequiredText, EVERYONE_READS } from '../../../action/required-text'
import { useAction } from '../../../action/use-action'
import { trialQuery } from '../../../api/trial-queries'
import { toastSuccess } from '../../../ui/toasts'
import { TrialStatusBadge } from '../../../ui/trial-status-badge'
import { ReadyToStart } from './before-start/ready-to-start'
import { confirmationQuestion, statusChangesFrom, recipientsOfStatus, type StatusChange } from './status-changes'

/** Changes a trial's status: from and to, the effect, the reason, and only then the button. */
export function ChangeStatusDialog({ trial, chosenId, ...dialog }: OpenDialog & Chosen) {
  return (
    <ActionDialog {...dialog} title="Change status">
      <ChangeStatusForm trial={trial} chosenId={chosenId} onDone={dialog.onClose} />
    </ActionDialog>
  )
}

type Chosen = {
  trial: Trial
  /** The id of the new status that was chosen before the dialog opened, or null. */
  chosenId: number | null
}

function ChangeStatusForm({ trial, chosenId, onDone }: Chosen & { onDone: () => void }) {
  const [change, setChange] = useState<StatusChange | null>(
    () => statusChangesFrom(trial.trial_status_id).find(({ to }) => to.id === chosenId) ?? null,
  )
  const [isConfirming, setIsConfirming] = useState(false)
  const reason = useRequiredText(api.changeTrialStatus.body.entries.reason)
  const send = useAction(
    api.changeTrialStatus,
    (body: SentBody<typeof api.changeTrialStatus>) => ({ parameters: { trial_id: String(trial.id) }, body }),
    {
      replaces: () => trialQuery(trial.id),
      onDone: ({ trial_status }) => {
        toastSuccess(`The trial is now ${trial_status.name}.`)
        onDone()
      },
    },
  )
  const press = () => {
    const text = reason.read()
    if (change === null || text === null) return
    if (change.isConfirmed && !isConfirming) setIsConfirming(true)
    else send.mutate({ trial_status_id: change.to.id, reason: text })
  }
  // Another person may have changed the status meanwhile: after a refusal the trial is refetched.
  const isAllowed = change !== null && mayChangeTrialStatus(trial.trial_status_id, change.to.id)
  return (
    <ActionForm
      action={send}
      refusal={<ActionRefused title="The status was not changed" error={send.error} />}
      button={change === null ? null : isConfirming ? `Yes: ${change.action.toLowerCase()}` : change.action}
      isGrave={change?.isConfirmed === true}
      isDisabled={!isAllowed && !send.isUnknown}
      needsServer="changeStatus"
      onSubmit={press}
    >
      <StatusChoice
        trial={trial}
        chosen={change}
        onChoose={(chosen) => {
          setChange(chosen)
          setIsConfirming(false)
        }}
      />
      {change !== null && (
        <>
          <FromTo trial={trial} change={change} />
          <RequiredText label="Reason" description={EVERYONE_READS} text={reason} />
        </>
      )}
      {change !== null && isConfirming && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden="true" />}>
          {confirmationQuestion(change.to)}
        </Alert>
      )}
    </ActionForm>
  )
}

type StatusChoiceProps = { trial: Trial; chosen: StatusChange | null; onChoose: (change: StatusChange) => void }

function StatusChoice({ trial, chosen, onChoose }: StatusChoiceProps) {
  const changes = statusChangesFrom(trial.trial_status_id)
  if (changes.length === 0) return <Text>A {trial.trial_status.name} trial cannot change its status.</Text>
  return (
    <Radio.Group
      label="New status"
      value={chosen === null ? null : String(chosen.to.id)}
      onChange={(id) => {
        const change = changes.find(({ to }) => String(to.id) === id)
        if (change !== undefined) onChoose(change)
      }}
    >
      {changes.map(({ to, action }) => (
        <Radio key={to.id} value={String(to.id)} label={action} />
      ))}
    </Radio.Group>
  )
}

function FromTo({ trial, change }: { trial: Trial; change: StatusChange }) {
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <TrialStatusBadge status={trial.trial_status} />
        <IconArrowRight size={20} aria-hidden="true" />
        <VisuallyHidden>becomes</VisuallyHidden>
        <TrialStatusBadge status={change.to} />
      </Group>
      <Text>{change.means}</Text>
      <Text>{recipientsOfStatus(change.to)}</Text>
      {mayRandomiseInStatus(change.to.id) && <ReadyToStart trialId={trial.id} order={3} isLeading={false} />}
    </Stack>
  )
}
