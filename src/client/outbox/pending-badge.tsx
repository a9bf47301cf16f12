import type { StoredAction } from '#contract/stored-action'
import { heldBackBy } from '#offline/due-items'
import { pendingAt } from '#offline/overlay'
import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge'
import { useStore } from '../store'
import { deviceOutbox } from './device-outbox'
import { nameOf } from './held-back'
import { useOutbox } from './use-outbox'

type PendingBadgeProps = {
  target: string
  /** What is said of what waits. */
  waiting?: string
}

/** Beside a record: that something about it waits on this device for the server, or was refused by it. Nothing where neither. */
export function PendingBadge({ target, waiting = 'Will be sent when online' }: PendingBadgeProps) {
  const { own } = useOutbox()
  const { actions } = useStore(deviceOutbox.view).content
  const pending = pendingAt(own, target)
  const holder = pending.map((action) => heldBackBy(action, actions)).find((one) => one !== null)
  if (pending.length === 0) return null
  return pending.some(({ state }) => state === 'attention') ? (
    <StatusBadge tone="red" icon={IconAlertTriangle}>
      Refused, see the outbox
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconClockUp}>
      {holder === undefined ? waiting : waitsFor(holder, pending[0])}
    </StatusBadge>
  )
}

const waitsFor = ({ author }: StoredAction, own: StoredAction | undefined): string =>
  author.sub === own?.author.sub ? 'Waits for your decision, see the outbox' : `Waits for ${nameOf(author)}`
