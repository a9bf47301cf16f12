import { blockedBy } from '#offline/due-items'
import type { OutboxEntry } from '#offline/outbox-content'
import { pendingAt } from '#offline/overlay'
import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import { WILL_BE_SENT } from '../../safety-words'
import { StatusBadge } from '../../ui/status-badge'
import { useStore } from '../store'
import { deviceOutbox } from './device-outbox'
import { authorName } from './blocked-reason'
import { useOutbox } from './use-outbox'
import { whyNotSent } from './why-not-sent'

type PendingBadgeProps = {
  target: string
  /** The label of an unsent action. */
  waiting?: string
}

/** Shown beside a record with an unsent or refused action on this device; otherwise empty. */
export function PendingBadge({ target, waiting = WILL_BE_SENT }: PendingBadgeProps) {
  const { own, unreleased, legacy } = useOutbox()
  const { entries } = useStore(deviceOutbox.view).content
  const ids = new Set(pendingAt(own, target).map(({ id }) => id))
  const pending = entries.filter(({ id }) => ids.has(id))
  const wantsOwnDecision = [...unreleased, ...legacy].some(({ id }) => ids.has(id))
  const isStopped = pending.some(({ action }) => action !== null && whyNotSent(action) !== null)
  const holder = pending.map((entry) => blockedBy(entry, entries)).find((one) => one !== null)
  if (pending.length === 0) return null
  return pending.some(({ state }) => state === 'attention') ? (
    <StatusBadge tone="red" icon={IconAlertTriangle}>
      Refused, see the outbox
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconClockUp}>
      {wantsOwnDecision
        ? WAITS_FOR_YOU
        : holder === undefined
          ? isStopped
            ? NOT_SENT_YET
            : waiting
          : waitsFor(holder, pending[0])}
    </StatusBadge>
  )
}

const NOT_SENT_YET = 'Not sent yet, see the outbox'
const WAITS_FOR_YOU = 'Waiting for your decision, see the outbox'

const waitsFor = ({ author }: OutboxEntry, own: OutboxEntry | undefined): string =>
  author.sub === own?.author.sub ? WAITS_FOR_YOU : `Waiting for ${authorName(author)}`
