import { Button, Text } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { dispensedAndSaved, dispensedAndUnsent, dispenseTitleParts } from '../../../safety-words'
import { formatClock } from '../../../ui/format-time'
import { LinkButton } from '../../../ui/link-button'
import { paths } from '../../../paths'
import type { PacksTrial } from '../pack-from-server-or-store'
import type { DispensedPack } from './after-dispensing'
import classes from './dispensed-before.module.css'
import { useReceiptState } from './use-receipt-state'

type DispensedBeforeProps = {
  trial: PacksTrial
  before: DispensedPack
  /** The pack that has followed it. */
  nextPackId: string
  onStop: () => void
}

/** The pack that was dispensed a moment ago, above the next one, with the button that stops the queue. */
export function DispensedBefore({ trial, before: { pack, receipt }, nextPackId, onStop }: DispensedBeforeProps) {
  const state = useReceiptState(receipt)
  const [start, end] = dispenseTitleParts(state.kind)
  const clock = formatClock(Date.parse(receipt.performed_at), trial.selected_timezone)
  return (
    <div className={classes['before']} data-tone={state.tone}>
      <div>
        <Text fw={600}>
          {start}
          <span className="identifier">{pack.pack_id}</span>
          {end}.
        </Text>
        <Text size="sm" c={state.tone}>
          {state.kind === 'recorded' && dispensedAndSaved(clock)}
          {state.kind === 'waiting' && dispensedAndUnsent(clock)}
          {state.kind !== 'recorded' && state.kind !== 'waiting' && state.words}
        </Text>
        <Text size="sm">
          Next in the queue: pack <span className="identifier">{nextPackId}</span>.
        </Text>
      </div>
      {state.tone === 'red' ? (
        <LinkButton {...paths.outbox()} variant="default">
          See the outbox
        </LinkButton>
      ) : (
        <Button variant="default" leftSection={<IconHandStop size={20} aria-hidden="true" />} onClick={onStop}>
          Stop the queue
        </Button>
      )}
    </div>
  )
}
