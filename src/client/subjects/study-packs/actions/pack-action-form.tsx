import { reason as reasonSchema } from '#contract/fields'
import { studyPackActionCalls } from '#contract/study-packs'
import type { Trial } from '#contract/trials'
import {
  isFinalStockAction,
  isReversibleAction,
  OPPOSITE_ACTIONS,
  STUDY_PACK_ACTIONS,
} from '#domain/study-packs/study-pack-actions'
import { originOf } from '#domain/study-packs/study-pack-selection'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '../../../action/action-dialog'
import { ActionForm } from '../../../action/action-form'
import { RequiredText, useRequiredText, EVERYONE_READS } from '../../../action/required-text'
import { UNDO_COMMENT, useOfferUndo } from '../../../action/use-offer-undo'
import { useActionOf } from '../../../action/use-action'
import { useFailureInPlace } from '../../../api/raised-failure'
import { showChangedPacks } from '../../../api/study-pack-queries'
import { ActionFailure } from './action-failure'
import { beforeActing } from './before-acting'
import { ExpirationFields, useExpiration } from './expiration-fields'
import { PACK_ACTION_PRESENTATION, packActionButton } from './pack-action-presentation'
import { doneWords, packWords } from './pack-words'
import { sendPackAction, type DirectAction, type PackAction } from './send-pack-action'
import { StockPattern, useStockPattern } from './stock-pattern'
import { TransferField } from './transfer-field'
import { WhichPacks } from './which-packs'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

export type PackFormProps = {
  trial: Trial
  /** The packs as they were when the action was chosen. */
  packs: readonly PackFromServerOrStore[]
  onDrop: ((ids: readonly number[]) => void) | undefined
  onDone: (words: string) => void
}

/** The form of an action on packs: its meaning, the packs, its fields, the reason, and only then the button. */
export function PackActionForm({
  trial,
  packs: chosen,
  action,
  onDrop,
  onDone,
  onUndone,
}: PackFormProps & { action: DirectAction; onUndone: () => void }) {
  const client = useQueryClient()
  const presentation = PACK_ACTION_PRESENTATION[action]
  const { isIrreversible } = STUDY_PACK_ACTIONS[action]
  const [packs, setPacks] = useState(chosen)
  const [siteId, setSiteId] = useState<number | null>(null)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const expiration = useExpiration(packs)
  const reason = useRequiredText(reasonSchema)
  const parameters = { trial_id: String(trial.id) }
  const { touches } = studyPackActionCalls[`${action}StudyPacks` as const]
  const offerUndo = useOfferUndo()
  const send = useActionOf(sendPackAction(trial.id), () => ({ touches, parameters }), {
    onDone: ({ data }) => {
      showChangedPacks(client, trial.id, data)
      onDone(doneWords(packs, STUDY_PACK_ACTIONS[action].participle))
      if (!isReversibleAction(action)) return
      const opposite = OPPOSITE_ACTIONS[action]
      offerUndo({
        endpoint: studyPackActionCalls[`${opposite}StudyPacks` as const],
        request: { parameters, body: { study_pack_ids: data.map(({ id }) => id), comment: UNDO_COMMENT, undo: true } },
        done: UNDO_OFFERED,
        undone: doneWords(packs, `${STUDY_PACK_ACTIONS[opposite].participle} again`),
        onUndone: (restored) => {
          showChangedPacks(client, trial.id, restored.data)
          onUndone()
        },
      })
    },
    isFailureShownInPlace: true,
  })
  const failure = useFailureInPlace(send.error)
  const pattern = useStockPattern(send.error)
  const origin = action === 'transfer' ? originOf(packs) : null

  const readAction = (): PackAction | null => {
    if (action === 'transfer') {
      return siteId === null || !origin?.ok ? null : { action, from_site_id: origin.value, to_site_id: siteId }
    }
    const seenOf = ({ id, study_pack_status_id }: PackFromServerOrStore) => ({
      study_pack_id: id,
      study_pack_status_id,
    })
    if (isFinalStockAction(action)) return { action, seen: packs.map(seenOf) }
    if (action !== 'update') return { action }
    const read = expiration.read()
    if (read === null) return null
    const seen = packs.map((pack) => ({ ...seenOf(pack), expire_on: pack.expire_on, duration: pack.duration }))
    return { action, ...read, seen }
  }
  const press = () => {
    setIsSubmitted(true)
    const chosenAction = readAction()
    const comment = reason.read()
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
  if (origin !== null && !origin.ok) return <NoOrigin packs={packs} words={origin.refusal} />
  return (
    <ActionForm
      action={send}
      refusal={
        failure !== null &&
        !pattern.isRefusal && (
          <ActionFailure failure={failure} packs={packs} zone={trial.selected_timezone} onDrop={drop} />
        )
      }
      button={packActionButton(action, packWords(packs))}
      icon={presentation.icon}
      isGrave={isIrreversible}
      isDisabled={packs.length === 0}
      needsServer="actOnPacks"
      onSubmit={press}
    >
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
          isMissing={isSubmitted && siteId === null}
          onChoose={setSiteId}
        />
      )}
      {action === 'update' && <ExpirationFields expiration={expiration} isSubmitted={isSubmitted} />}
      <RequiredText
        label="Reason"
        description={EVERYONE_READS}
        text={reason}
        isFirst={action !== 'transfer' && action !== 'update'}
      />
      <StockPattern pattern={pattern} />
    </ActionForm>
  )
}

/** The message beside the packs already says what was done. */
const UNDO_OFFERED = 'You can undo this for 10 seconds.'

/** Packs of several sites cannot be transferred together. */
function NoOrigin({ packs, words }: { packs: readonly PackFromServerOrStore[]; words: string }) {
  const { close } = useDialog()
  return (
    <Stack gap="md">
      <WhichPacks packs={packs} />
      <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden="true" />}>
        {words}
      </Alert>
      <Group justify="flex-end">
        <Button onClick={close} data-autofocus>
          Choose other packs
        </Button>
      </Group>
    </Stack>
  )
}
