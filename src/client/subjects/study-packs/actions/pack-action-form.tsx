import type { Trial } from '#contract/trials'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { originOf } from '#domain/study-packs/study-pack-selection'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { isAnswerLost } from '../../../api/failure'
import { useFailureInPlace } from '../../../api/raised-failure'
import { ServerButton } from '../../../device/offline/server-button'
import { WhyNotOffline } from '../../../device/offline/why-not-offline'
import type { DirectAction, PackAction } from './send-pack-action'
import { ActionFailure } from './action-failure'
import { beforeActing } from './before-acting'
import { PACK_ACTION_PRESENTATION, packActionButton } from './pack-action-presentation'
import { doneWords, packWords } from './pack-words'
import { ReasonField, useReason } from './reason-field'
import { StockPattern, useStockPattern } from './stock-pattern'
import { TransferField } from './transfer-field'
import type { ChosenAction } from './use-chosen-action'
import { usePackAction } from './use-pack-action'
import { ExpirationFields, useExpiration } from './expiration-fields'
import { WhichPacks } from './which-packs'

type PackActionFormProps = {
  trial: Trial
  chosen: ChosenAction<DirectAction>
  onDrop: ((ids: readonly number[]) => void) | undefined
  onDone: (said: string) => void
  onCancel: () => void
}

/** What an action on packs means, which packs, what it asks, the reason, and only then the button. */
export function PackActionForm({ trial, chosen, onDrop, onDone, onCancel }: PackActionFormProps) {
  const { action } = chosen
  const presentation = PACK_ACTION_PRESENTATION[action]
  const { isIrreversible } = STUDY_PACK_ACTIONS[action]
  const [packs, setPacks] = useState(chosen.packs)
  const [siteId, setSiteId] = useState<number | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const expiration = useExpiration(chosen.packs)
  const reason = useReason(expiration.isWritten)
  const send = usePackAction(trial.id, () => onDone(doneWords(packs, STUDY_PACK_ACTIONS[action].done)))
  const failure = useFailureInPlace(send.error)
  const pattern = useStockPattern(send.error)
  // What was sent may have been done: only the very same may go out again.
  const isUnknown = failure !== null && isAnswerLost(failure)
  const isHeld = send.isPending || isUnknown
  const origin = action === 'transfer' ? originOf(packs) : null

  const readAction = (): PackAction | null => {
    if (action === 'transfer') {
      return siteId === null || !origin?.ok ? null : { action, from_site_id: origin.value, to_site_id: siteId }
    }
    if (action !== 'update') return { action }
    const read = expiration.read()
    const seen = packs.map(({ id, expire_on, duration }) => ({ study_pack_id: id, expire_on, duration }))
    return read === null ? null : { action, ...read, seen }
  }
  const press = () => {
    if (isUnknown && send.variables !== undefined) {
      send.mutate(send.variables)
      return
    }
    setIsAsked(true)
    const chosenAction = readAction()
    const comment = reason.ask()
    const acknowledge_pattern = pattern.ask()
    if (chosenAction === null || comment === null || acknowledge_pattern === undefined) return
    send.mutate({ action: chosenAction, packIds: packs.map(({ id }) => id), comment, acknowledge_pattern })
  }
  const drop = (ids: readonly number[]) => {
    const dropped = new Set(ids)
    setPacks(packs.filter(({ id }) => !dropped.has(id)))
    onDrop?.(ids)
    send.reset()
  }
  if (origin !== null && !origin.ok) {
    return (
      <Stack gap="md">
        <WhichPacks packs={packs} />
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden="true" />}>
          {origin.refusal}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onCancel} data-autofocus>
            Choose other packs
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      <WhichPacks packs={packs} />
      {isIrreversible ? (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden="true" />}>
          {presentation.means}
        </Alert>
      ) : (
        <Text>{presentation.means}</Text>
      )}
      {beforeActing(action, packs, trial).map((words) => (
        <Alert key={words} color="amber" icon={<IconAlertTriangle aria-hidden="true" />}>
          {words}
        </Alert>
      ))}
      {origin !== null && (
        <TransferField
          sites={trial.sites}
          origin={origin.value}
          chosen={siteId}
          isMissing={isAsked && siteId === null}
          isHeld={isHeld}
          onChoose={setSiteId}
        />
      )}
      {action === 'update' && <ExpirationFields expiration={expiration} isHeld={isHeld} />}
      <ReasonField reason={reason} isHeld={isHeld} isFirst={action !== 'transfer' && action !== 'update'} />
      <StockPattern pattern={pattern} isHeld={isHeld} />
      {failure !== null && !pattern.isRefusal && (
        <ActionFailure failure={failure} packs={packs} zone={trial.selected_timezone} onDrop={drop} />
      )}
      <WhyNotOffline action="actOnPacks" />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={send.isPending}>
          Cancel
        </Button>
        <ServerButton
          action="actOnPacks"
          color={isIrreversible ? 'red' : 'petrol'}
          loading={send.isPending}
          disabled={packs.length === 0}
          leftSection={<presentation.icon size={20} aria-hidden="true" />}
          onClick={press}
        >
          {packActionButton(action, packWords(packs))}
        </ServerButton>
      </Group>
    </Stack>
  )
}
