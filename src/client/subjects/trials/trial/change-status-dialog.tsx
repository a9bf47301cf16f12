import { api } from '#contract/api'
import type { Trial } from '#contract/trials'
import { mayChangeTrialStatus, mayRandomiseInStatus } from '#domain/trials/trial-status'
import { Alert, Button, Group, Radio, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { useFailureInPlace } from '../../../api/raised-failure'
import { useBusyWhile } from '../../../device/use-busy-while'
import { writeFailureText } from '../../../api/write-failure-words'
import { ServerButton } from '../../../device/offline/server-button'
import { WhyNotOffline } from '../../../device/offline/why-not-offline'
import { GuardedModal, useWrittenInDialog } from '../../../ui/guarded-modal'
import { TrialStatusBadge } from '../../../ui/trial-status-badge'
import { EVERYONE_READS } from '../../../ui/who-reads'
import { ReadyToStart } from './before-start/ready-to-start'
import { confirmationQuestion, statusChangesFrom, recipientsOfStatus, type StatusChange } from './status-changes'
import { STATUS_CHANGE, useStatusChange } from './use-status-change'

type ChangeStatusDialogProps = { trial: Trial; isOpen: boolean; onClose: () => void; onClosed: () => void }

/**
 * Changes a trial's status: from and to, what it will mean, the reason, and only then the button.
 */
export function ChangeStatusDialog({ trial, isOpen, onClose, onClosed }: ChangeStatusDialogProps) {
  const isSending = useIsMutating({ mutationKey: STATUS_CHANGE }) > 0
  return (
    <GuardedModal
      opened={isOpen}
      isSending={isSending}
      onClose={onClose}
      title="Change status"
      size="lg"
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <ChangeStatusForm trial={trial} onDone={onClose} />
    </GuardedModal>
  )
}

const { reason: reasonField } = api.changeTrialStatus.body.entries

function ChangeStatusForm({ trial, onDone }: { trial: Trial; onDone: () => void }) {
  const [change, setChange] = useState<StatusChange | null>(null)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const send = useStatusChange(trial.id, onDone)
  const failure = useFailureInPlace(send.error)
  useBusyWhile('form', reason !== '')
  useWrittenInDialog(reason !== '')

  const press = (chosen: StatusChange) => {
    const parsed = v.safeParse(reasonField, reason)
    setFault(parsed.success ? null : parsed.issues[0].message)
    if (!parsed.success) return
    if (chosen.isConfirmed && !isConfirming) setIsConfirming(true)
    else send.mutate({ trial_status_id: chosen.to.id, reason: parsed.output })
  }
  // Somebody else may have changed the status meanwhile; the refusal has the trial asked for again.
  const isAllowed = change !== null && mayChangeTrialStatus(trial.trial_status_id, change.to.id)
  const error = fault ?? (failure === null ? null : writeFailureText(failure))
  return (
    <Stack gap="md">
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
          <Textarea
            label="Reason"
            description={EVERYONE_READS}
            required
            autosize
            minRows={2}
            maxLength={2000}
            value={reason}
            error={error}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </>
      )}
      {change !== null && isConfirming && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden="true" />}>
          {confirmationQuestion(change.to)}
        </Alert>
      )}
      <WhyNotOffline action="changeStatus" />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone} disabled={send.isPending}>
          Cancel
        </Button>
        {change !== null && (
          <ServerButton
            action="changeStatus"
            color={change.isConfirmed ? 'red' : 'petrol'}
            loading={send.isPending}
            disabled={!isAllowed}
            onClick={() => press(change)}
          >
            {isConfirming ? `Yes: ${change.action.toLowerCase()}` : change.action}
          </ServerButton>
        )}
      </Group>
    </Stack>
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
