import { reason as reasonSchema } from '#contract/fields'
import { STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { Alert, Checkbox, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { refreshClockIfStale } from '../../../device/offline/use-now'
import { aboutPacks } from '../../../device/outbox/several-packs'
import { savedActionMessage, useOutboxAction } from '../../../device/outbox/use-outbox-action'
import { ActionRefusal, Conflict } from './action-failure'
import { PACK_ACTION_PRESENTATION, packActionButton } from './pack-action-presentation'
import { doneWords, packWords } from './pack-words'
import { useOutboxStop } from './use-outbox-stop'
import { useSeveralRuling } from './use-several-ruling'
import { WhichPacks } from './which-packs'
import { ActionForm, neverInDoubt } from '../../../action/action-form'
import type { PackFormProps } from './pack-action-form'
import { RequiredText, useRequiredText, EVERYONE_READS } from '../../../action/required-text'

/**
 * Packs of a trial without confirmation codes, dispensed together through the outbox: one action, all of them or none.
 */
export function DispenseSeveralForm({ trial, packs: chosen, onDrop, onDone }: PackFormProps) {
  const [packs, setPacks] = useState(chosen)
  const [isTicked, setIsTicked] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const reason = useRequiredText(reasonSchema)
  const ruling = useSeveralRuling(trial, packs)
  const outboxStop = useOutboxStop(packs)
  const presentation = PACK_ACTION_PRESENTATION.dispense
  const buttonText = packActionButton('dispense', packWords(packs))
  const { send, isSending, fault, reset } = useOutboxAction({
    onDone: () => onDone(doneWords(packs, STUDY_PACK_ACTIONS.dispense.participle)),
    onSaved: (id) => {
      setIsSaved(true)
      onDone(`${buttonText}: ${savedActionMessage(id)}`)
    },
  })
  // The outbox contains this form's own action while it is sent, and while the dialog leaves the screen after it was saved.
  const stop = isSending || isSaved ? null : (ruling.stop ?? outboxStop)
  const isExpiry = stop !== null && stop === ruling.expiry
  const press = () => {
    if (refreshClockIfStale(ruling.now)) return
    setIsSubmitted(true)
    const comment = reason.read()
    if (comment === null || (ruling.tick !== null && !isTicked)) return
    send({
      trial: { id: trial.id, title: trial.title },
      ...aboutPacks(packs),
      call: {
        kind: 'dispense',
        parameters: { trial_id: String(trial.id) },
        body: {
          study_pack_id: null,
          study_pack_ids: packs.map(({ id }) => id),
          comment,
          confirmation_code: null,
          performed_at: new Date().toISOString(),
        },
      },
    })
  }
  const drop = (ids: readonly number[]) => {
    setPacks(packs.filter(({ id }) => !ids.includes(id)))
    onDrop?.(ids)
    reset()
  }
  return (
    <ActionForm
      action={neverInDoubt(isSending)}
      refusal={
        fault !== null && (
          <ActionRefusal
            words={fault.words}
            conflicting={fault.refusal?.packs ?? []}
            packs={packs}
            zone={trial.selected_timezone}
            onDrop={drop}
          />
        )
      }
      button={buttonText}
      icon={presentation.icon}
      isDisabled={packs.length === 0 || stop !== null || ruling.isAwaited}
      onSubmit={press}
    >
      <WhichPacks packs={packs} />
      <Text>{presentation.means}</Text>
      <RequiredText label="Reason" description={EVERYONE_READS} text={reason} isFirst />
      {ruling.tick !== null && (
        <Checkbox
          size="lg"
          label={ruling.tick}
          checked={isTicked}
          error={isSubmitted && !isTicked ? 'Tick this before you dispense' : null}
          onChange={(event) => setIsTicked(event.currentTarget.checked)}
        />
      )}
      {stop !== null && !(isExpiry && fault?.refusal?.packs?.length) && (
        <Alert color="red" role="alert" title={stop.title} icon={<IconAlertTriangle aria-hidden="true" />}>
          {stop.words}
          {isExpiry && (
            <Conflict
              conflicting={ruling.expired.map((pack) => ({ ...pack, last_log: null }))}
              left={packs.length - ruling.expired.length}
              zone={trial.selected_timezone}
              onDrop={drop}
            />
          )}
        </Alert>
      )}
    </ActionForm>
  )
}
