import { pendingAt } from '#offline/overlay'
import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import { StatusBadge } from '../ui/status-badge'
import { useOutbox } from './use-outbox'

type PendingBadgeProps = {
  target: string
  /** What is said of what waits. */
  waiting?: string
}

/** Beside a record: that something about it waits on this device for the server, or was refused by it. Nothing where neither. */
export function PendingBadge({ target, waiting = 'Will be sent when online' }: PendingBadgeProps) {
  const { own } = useOutbox()
  const pending = pendingAt(own, target)
  if (pending.length === 0) return null
  return pending.some(({ state }) => state === 'attention') ? (
    <StatusBadge tone="red" icon={IconAlertTriangle}>
      Refused, see the outbox
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconClockUp}>
      {waiting}
    </StatusBadge>
  )
}
