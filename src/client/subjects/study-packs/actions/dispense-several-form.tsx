import { reason as reasonSchema } from '#contract/fields'
import { offlineDispenseByAge } from '#domain/this-device/offline-rules'
import { isPastExpiry } from '#domain/study-packs/study-pack'
import { permitsAction, STUDY_PACK_ACTIONS } from '#domain/study-packs/study-pack-actions'
import { Alert, Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { asOf } from '../../../api/answer-at-hand'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { useRefetchWhenStale } from '../../../device/offline/use-refetch-when-stale'
import { useIsAway } from '../../../device/offline/use-connection'
import { refreshClockIfStale, useNow, useServerNow } from '../../../device/offline/use-now'
import { useNowForAges } from '../../../device/offline/use-now-for-ages'
import { aboutPacks } from '../../../device/outbox/several-packs'
import { savedActionMessage, useOutboxAction } from '../../../device/outbox/use-outbox-action'
import { todayIn } from '../../../ui/format-time'
import { packsIn, type PackFromServerOrStore, type PacksTrial } from '../pack-from-server-or-store'
import { AGE_UNKNOWN, ageConfirmation, SECOND_PERSON, tooOld } from '../../../safety-words'
import { ActionRefusal, Conflict } from './action-failure'
import { PACK_ACTION_PRESENTATION, packActionButton } from './pack-action-presentation'
import { doneWords, packWords } from './pack-words'
import { useOutboxStop } from './use-outbox-stop'
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
  const ruling = useRuling(trial, packs)
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

type Stop = { title: string; words: string } | null
type Ruling = { stop: Stop; tick: string | null }

/**
 * The offline rules for these packs together: why they forbid it, or what has to be ticked; `isAwaited` while the server is asked.
 * Old data is judged by its age and each pack by its expiry, whatever the state of the connection: a lost call is stored. What
 * leaving a pack out cannot change comes first.
 */
const useRuling = (
  trial: PacksTrial,
  packs: readonly PackFromServerOrStore[],
): Ruling & { isAwaited: boolean; now: number; expiry: Stop; expired: readonly PackFromServerOrStore[] } => {
  const isAway = useIsAway()
  const now = useNow()
  const serverNow = useServerNow()
  // The list fetches it, and this form only once it is old.
  const { data, refetch } = useQuery({ ...studyPacksQuery(trial.id), enabled: false })
  const as_of = data === undefined ? 0 : asOf(data)
  const nowForAges = useNowForAges(as_of)
  const byAge = offlineDispenseByAge(nowForAges - as_of)
  const isFree = byAge === 'free'
  const isAwaited = useRefetchWhenStale(!isAway && !isFree, () => refetch({ cancelRefetch: false }))
  const today = todayIn(trial.selected_timezone, serverNow)
  // The expiry may have been extended since the form opened.
  const current = new Map(
    (data === undefined ? [] : packsIn(data.answer)).map(({ id, expire_on }) => [id, { expire_on }]),
  )
  const expired = packs
    .map((pack) => ({ ...pack, ...current.get(pack.id) }))
    .filter((pack) => isPastExpiry(pack, today))
  const expiry = expired.length === 0 ? null : expiryStop(expired.length, packs.length)
  const rule = (): Ruling => {
    if (!isAway && (isFree || isAwaited)) return { stop: expiry, tick: null }
    if (trial.is_dispense_checked) return { stop: SECOND_PERSON, tick: null }
    if (byAge === 'age_unknown') return { stop: AGE_UNKNOWN, tick: null }
    if (byAge === 'too_old') return { stop: tooOld(as_of, nowForAges), tick: null }
    const isAllocated = packs.every((pack) => permitsAction(pack.study_pack_status_id, 'dispense'))
    const stop = expiry ?? (isAllocated ? null : NOT_ALL)
    return {
      stop,
      tick: stop === null && byAge === 'needs_tick' ? ageConfirmation(as_of, nowForAges) : null,
    }
  }
  return { ...rule(), isAwaited, now, expiry, expired }
}

const NOT_ALL = { title: 'Not all of these packs may be dispensed', words: 'One of them is not allocated.' }

const expiryStop = (expired: number, among: number) => {
  const haveExpired = expired === 1 ? 'This pack has expired' : 'These packs have expired'
  return expired < among
    ? { title: NOT_ALL.title, words: `${haveExpired}.` }
    : { title: haveExpired, words: 'Cancel, then choose other packs.' }
}
