import { Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconClockUp, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { dispensedAndSaved, dispensedAndUnsent, dispenseTitleParts, type DispenseOutcome } from '../../../safety-words'
import { formatClock } from '../../../ui/format-time'
import { Instant } from '../../../ui/instant'
import type { Tone } from '../../../ui/theme'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { AfterDispensing, type Following } from './after-dispensing'
import classes from './dispense.module.css'
import type { DispenseReceipt } from './dispense-attempt'
import { MatchBand } from './match-band'
import { useReceiptState } from './use-receipt-state'

type DispensedStepProps = {
  trial: PacksTrial
  pack: PackFromServerOrStore
  receipt: DispenseReceipt
  following: Following
  /** Whether the next pack replaces it in a moment and takes the focus. */
  isPassing?: boolean
}

/** The dispensed pack, its participant, its time and its state at the server; then the next one. */
export function DispensedStep({ trial, pack, receipt, following, isPassing = false }: DispensedStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isPassing) heading.current?.focus({ preventScroll: true })
  }, [isPassing])
  const state = useReceiptState(receipt)
  const { pack_id, participant } = pack
  const { icon, tone, line } = PRESENTATION[state.kind]
  const [before, after] = dispenseTitleParts(state.kind)
  const clock = formatClock(Date.parse(receipt.performed_at), trial.selected_timezone)
  return (
    <section className={classes['step']} aria-labelledby="dispensed-heading">
      <div>
        <MatchBand tone={tone} icon={icon}>
          <Title order={2} id="dispensed-heading" ref={heading} tabIndex={-1} className={classes['title']}>
            {before}
            <span className="identifier">{pack_id}</span>
            {after}
          </Title>
          {line !== null && (
            <Text size="lg" fw={600} mt={4}>
              {line(clock)}
            </Text>
          )}
          <Text size="lg">
            {participant !== undefined && (
              <>
                To participant <span className="identifier">{participant.trial_sequence_no}</span>,{' '}
              </>
            )}
            <Instant at={receipt.performed_at} zone={trial.selected_timezone} />
          </Text>
          <Text fw={600} c={state.tone} aria-live="polite">
            {state.words}
          </Text>
        </MatchBand>
      </div>
      <AfterDispensing trial={trial} pack={pack} outcome={state.kind} following={following} />
    </section>
  )
}

type Presentation = { icon: TablerIcon; tone: Tone; line: ((clock: string) => string) | null }

const PRESENTATION: Record<DispenseOutcome, Presentation> = {
  recorded: { icon: IconCircleCheck, tone: 'green', line: dispensedAndSaved },
  waiting: { icon: IconClockUp, tone: 'amber', line: dispensedAndUnsent },
  refused: { icon: IconAlertTriangle, tone: 'red', line: null },
  given_up: { icon: IconCircleX, tone: 'red', line: null },
  missing: { icon: IconAlertTriangle, tone: 'red', line: null },
}
