import { Button, Group, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBarcode,
  IconCircleCheck,
  IconCircleX,
  IconClockUp,
  IconSend,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../../paths'
import { dispenseTitleParts } from '../../../safety-words'
import { Instant } from '../../../ui/instant'
import { LinkButton } from '../../../ui/link-button'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import classes from './dispense.module.css'
import type { DispenseReceipt } from './dispense-attempt'
import type { ReceiptState } from './receipt-state'
import { useReceiptState } from './use-receipt-state'

type DispensedStepProps = {
  trial: PacksTrial
  pack: PackFromServerOrStore
  receipt: DispenseReceipt
  onNext: () => void
}

/** What was dispensed, to whom, when, and whether the server knows: then the next one. */
export function DispensedStep({ trial, pack, receipt, onNext }: DispensedStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const state = useReceiptState(receipt)
  const { pack_id, participant } = pack
  const Icon = ICONS[state.kind]
  const [before, after] = dispenseTitleParts(state.kind)
  return (
    <section className={classes['step']} aria-labelledby="dispensed-heading">
      <div className={classes['done']} data-standing={state.kind}>
        <Icon size={56} stroke={1.5} aria-hidden="true" />
        <div>
          <Title order={2} id="dispensed-heading" ref={heading} tabIndex={-1} className={classes['stop-title']}>
            {before}
            <span className="identifier">{pack_id}</span>
            {after}
          </Title>
          <Text size="lg" mt="xs">
            {participant !== undefined && (
              <>
                To participant <span className="identifier">{participant.trial_sequence_no}</span>,{' '}
              </>
            )}
            <Instant at={receipt.performed_at} zone={trial.selected_timezone} />
          </Text>
          <Text size="lg" fw={600} c={state.tone} aria-live="polite">
            {state.words}
          </Text>
        </div>
      </div>
      <Group gap="sm">
        <Button size="xl" leftSection={<IconBarcode size={28} aria-hidden="true" />} onClick={onNext}>
          Next pack
        </Button>
        {(state.kind === 'refused' || state.kind === 'missing') && (
          <LinkButton
            {...paths.outbox()}
            size="lg"
            variant="default"
            leftSection={<IconSend size={20} aria-hidden="true" />}
          >
            {state.kind === 'refused' ? 'Correct or discard it in the outbox' : 'See the outbox'}
          </LinkButton>
        )}
        {participant?.id !== undefined && (
          <LinkButton
            {...paths.participant(trial.id, participant.id)}
            size="lg"
            variant="default"
            leftSection={<IconUser size={20} aria-hidden="true" />}
          >
            See participant {participant.trial_sequence_no}
          </LinkButton>
        )}
      </Group>
    </section>
  )
}

const ICONS: Record<ReceiptState['kind'], TablerIcon> = {
  recorded: IconCircleCheck,
  waiting: IconClockUp,
  refused: IconAlertTriangle,
  given_up: IconCircleX,
  missing: IconAlertTriangle,
}
