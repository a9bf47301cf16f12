import { reason as reasonSchema } from '#contract/fields'
import { offlineDispense } from '#domain/this-device/offline-rules'
import { Alert, Button, Checkbox, Stack, Text, Textarea, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconBarcode, IconCircleCheck, IconPackageExport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { meQuery } from '../../../api/session-queries'
import { refreshClockIfStale, useNow } from '../../../device/offline/use-now'
import { useNowForAges } from '../../../device/offline/use-now-for-ages'
import { Announced } from '../../../ui/announced'
import { formatClock } from '../../../ui/format-time'
import { useIsAtRest } from '../../../ui/use-is-at-rest'
import { EVERYONE_READS } from '../../../action/required-text'
import type { PacksTrial } from '../pack-from-server-or-store'
import { ageConfirmation, BEING_SENT, NOT_DISPENSED, WILL_BE_SAVED_HERE } from '../../../safety-words'
import { codeFault } from '../scanning/code-fault'
import { codeRefusal } from './dispense-attempt'
import { DigitsField } from './digits-field'
import classes from './dispense.module.css'
import { PackRecipient } from './pack-recipient'
import { MatchBand } from './match-band'
import { PackFacts } from './pack-facts'
import { SecondPerson } from './second-person'
import type { useDispense } from './use-dispense'
import type { CurrentPack } from './use-current-pack'

/** What the person types beside a pack, and the digits of the last press. `reason`: null while it is the proposed one. */
export type Written = { code: string; sentCode: string | null; reason: string | null }

type DispenseFormProps = {
  trial: PacksTrial
  currentPack: CurrentPack
  today: string
  dispense: ReturnType<typeof useDispense>
  written: Written
  onWrite: (changes: Partial<Written>) => void
  /** Whether the press on another pack led here: a second one of the same finger must not dispense this one. */
  hasFollowed: boolean
  onScanAnother: () => void
}

const CHECKING_PACK = 'Checking this pack with the server…'

/** The right pack: its participant, three digits from its label, the comment, and one deliberate press. */
export function DispenseForm(props: DispenseFormProps) {
  const { trial, currentPack, today, dispense, written, onWrite, hasFollowed, onScanAnother } = props
  const { code, sentCode } = written
  const { attempt, isSaved, press } = dispense
  const { pack, as_of, isConfirmedByServer, isRefetching } = currentPack
  const reason = written.reason ?? `Dispensed to participant ${pack.participant?.trial_sequence_no}`
  const now = useNow()
  const nowForAges = useNowForAges(as_of)
  const [isTicked, setIsTicked] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const me = useQuery(meQuery)
  const first = useRef<HTMLInputElement>(null)
  const tick = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isAtRest = useIsAtRest(hasFollowed)
  const isSending = attempt.phase === 'sending'
  const fault = attempt.phase === 'open' ? attempt.fault : null
  const refusedCode = codeRefusal(fault, formatClock)
  const refusedReason = fault?.refusal?.fields?.['comment'] ?? null
  const missingCode = pack.is_confirmable ? codeFault(code) : null
  const parsed = v.safeParse(reasonSchema, reason)
  const reasonFault = parsed.success ? null : parsed.issues[0].message
  const checker = pack.checked_by_user ?? null
  const isUnchecked = trial.is_dispense_checked && (checker === null || checker.id === me.data?.id)
  const isUnconfirmed = !isConfirmedByServer && !isRefetching
  const needsTick = isUnconfirmed && offlineDispense(pack, { age_ms: nowForAges - as_of, today }).kind === 'needs_tick'

  useEffect(() => (first.current ?? heading.current)?.focus({ preventScroll: true }), [])
  // The field was disabled while it was sent: the focus returns to the refused input.
  useEffect(() => {
    if (fault !== null) first.current?.select()
  }, [fault])

  const submit = () => {
    if (!isAtRest || isRefetching || refreshClockIfStale(now)) return
    setIsSubmitted(true)
    if (missingCode !== null) first.current?.focus()
    else if (needsTick && !isTicked) tick.current?.focus()
    const isUnticked = needsTick && !isTicked
    if (missingCode !== null || isUnticked || !parsed.success || isSending || isUnchecked) return
    onWrite({ sentCode: code })
    void press({ comment: parsed.output, code: pack.is_confirmable ? code : null, isOnline: isConfirmedByServer })
  }

  // From anywhere on the page, and once however long the keys are held: within the form, the keys of every form send
  // it.
  useHotkeys(
    [['mod+Enter', ({ repeat }) => !repeat && !isInForm() && !isBehindDialog(heading.current) && submit()]],
    [],
  )

  return (
    <section className={classes['step']} aria-labelledby="pack-heading">
      <MatchBand tone="green" icon={IconCircleCheck}>
        <Title order={2} id="pack-heading" ref={heading} tabIndex={-1} className={classes['pack']}>
          Pack <span className="identifier">{pack.pack_id}</span>
        </Title>
        <PackRecipient trial={trial} pack={pack} />
      </MatchBand>
      <PackFacts trial={trial} pack={pack} today={today} hasAllocation />
      {trial.is_dispense_checked && <SecondPerson trial={trial} pack={pack} viewerId={me.data?.id ?? null} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          {pack.is_confirmable && (
            <DigitsField
              ref={first}
              value={code}
              error={(code === sentCode ? refusedCode : null) ?? (isSubmitted ? missingCode : null)}
              disabled={isSending}
              onChange={(code) => onWrite({ code })}
            />
          )}
          <Textarea
            label="Reason"
            description={EVERYONE_READS}
            required
            // Measuring the text at each press would take a third of the time to the save.
            rows={1}
            resize="vertical"
            maxLength={2000}
            disabled={isSending}
            value={reason}
            error={reasonFault ?? refusedReason}
            onChange={(event) => onWrite({ reason: event.currentTarget.value })}
          />
          {needsTick && (
            <Checkbox
              ref={tick}
              size="lg"
              label={ageConfirmation(as_of, nowForAges)}
              checked={isTicked}
              disabled={isSending}
              error={isSubmitted && !isTicked ? 'Tick this before you dispense' : null}
              onChange={(event) => setIsTicked(event.currentTarget.checked)}
            />
          )}
          {fault !== null && refusedCode === null && refusedReason === null && (
            <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden="true" />} title={NOT_DISPENSED}>
              {fault.words}
            </Alert>
          )}
          <Announced>{isUnconfirmed && !isSending && <Alert color="slate">{WILL_BE_SAVED_HERE}</Alert>}</Announced>
          <div className={classes['buttons']}>
            <Button
              type="submit"
              size="xl"
              leftSection={<IconPackageExport size={28} aria-hidden="true" />}
              loading={isSending || isRefetching}
              disabled={!isSending && (isUnchecked || !isAtRest)}
            >
              <span>
                Dispense pack <span className={`identifier ${classes['id-on-button']}`}>{pack.pack_id}</span>
              </span>
            </Button>
            <Button
              size="lg"
              variant="default"
              leftSection={<IconBarcode size={20} aria-hidden="true" />}
              disabled={isSending}
              onClick={onScanAnother}
            >
              Scan another pack
            </Button>
          </div>
          <Text aria-live="polite">{isSaved ? BEING_SENT : isRefetching ? CHECKING_PACK : ''}</Text>
        </Stack>
      </form>
    </section>
  )
}

/** Whether a dialog is open over this part of the page: its keys do not concern the pack behind it. */
const isBehindDialog = (part: Element | null): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => !dialog.contains(part))

const isInForm = (): boolean => document.activeElement?.closest('form') != null
