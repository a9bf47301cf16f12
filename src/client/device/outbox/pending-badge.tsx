import { blockedBy } from '#offline/due-items'
import type { OutboxEntry } from '#offline/outbox-content'
import { pendingAt } from '#offline/overlay'
import { IconAlertTriangle, IconClockUp } from '@tabler/icons-react'
import { WILL_BE_SENT } from '../../safety-words'
import { StatusBadge } from '../../ui/status-badge'
import { useSession } from '../../session/this-session'
import { useStore } from '../../browser/store'
import { deviceOutbox } from './device-outbox'
import { authorName } from './blocked-reason'
import type { OutboxView } from './outbox-view'
import { shownNow, type ShownOutbox } from './use-outbox'
import { reasonNotSent } from './reason-not-sent'

type PendingBadgeProps = {
  target: string
  /** The label of an unsent action. */
  waiting?: string
}

/** Shown beside a record with an unsent or refused action on this device; otherwise empty. */
export function PendingBadge({ target, waiting = WILL_BE_SENT }: PendingBadgeProps) {
  const { session } = useSession()
  const label = useStore(deviceOutbox.view, (view) => pendingWords(shownNow(session, view), view, target))
  if (label === null) return null
  return label === REFUSED ? (
    <StatusBadge tone="red" icon={IconAlertTriangle}>
      {label}
    </StatusBadge>
  ) : (
    <StatusBadge tone="amber" icon={IconClockUp}>
      {label === WAITING ? waiting : label}
    </StatusBadge>
  )
}

/**
 * The state of the person's own actions on a record; `WAITING` where they are sent automatically, null where there are
 * none.
 */
const pendingWords = ({ own, unreleased }: ShownOutbox, { content }: OutboxView, target: string): string | null => {
  const ids = new Set(pendingAt(own, target).map(({ id }) => id))
  if (ids.size === 0) return null
  const pending = content.entries.filter(({ id }) => ids.has(id))
  if (pending.some(({ state }) => state === 'attention')) return REFUSED
  if (unreleased.some(({ id }) => ids.has(id))) return WAITS_FOR_YOU
  const holder = pending.map((entry) => blockedBy(entry, content.entries)).find((one) => one !== null)
  if (holder !== undefined) return waitsFor(holder, pending[0])
  return pending.some(({ action }) => action !== null && reasonNotSent(action) !== null) ? NOT_SENT_YET : WAITING
}

const WAITING = 'waiting'
const REFUSED = 'Refused, see the outbox'
const NOT_SENT_YET = 'Not sent yet, see the outbox'
const WAITS_FOR_YOU = 'Waiting for your decision, see the outbox'

const waitsFor = ({ author }: OutboxEntry, own: OutboxEntry | undefined): string =>
  author.sub === own?.author.sub ? WAITS_FOR_YOU : `Waiting for ${authorName(author)}`
