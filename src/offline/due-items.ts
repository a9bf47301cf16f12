import { isOpen, type DeliveryState, type OutboxState } from './outbox-item'

type Queued = { state: OutboxState; author: { sub: string }; targets: readonly string[] }
type Readable = DeliveryState & { session?: string | undefined }

/** An item in the queue. `action` is null for everybody but its author, and for the author where it does not open. */
type Entry<Action extends Readable> = Queued & { action: Action | null }

/**
 * The actions to send now in a session, oldest first: done or released by its person in this session, due, and not blocked by
 * an earlier open item on one of their targets. `entries` are in the order in which they were stored. An item that needs a
 * decision blocks only its own targets.
 */
export const dueItems = <Action extends Readable>(
  entries: readonly Entry<Action>[],
  conditions: SendConditions,
): Action[] => freeItems(entries, conditions).filter((action) => isDue(action, conditions.now))

/** When the next action is due that is not due yet, or null where there is none. */
export const nextDueAt = (entries: readonly Entry<Readable>[], conditions: SendConditions): number | null => {
  const later = freeItems(entries, conditions).filter((action) => !isDue(action, conditions.now))
  return later.length === 0 ? null : Math.min(...later.map(({ due_at }) => due_at))
}

/**
 * Whether a pass has something to do for a person: an action to send, or one that was held or left as `sending`. While this
 * page passes itself, what is `sending` is its own.
 */
export const needsPass = (
  entries: readonly Entry<Readable>[],
  { isPassing, ...conditions }: SendConditions & { isPassing: boolean },
): boolean =>
  dueItems(entries, conditions).length > 0 ||
  entries.some(
    ({ action, author, state }) =>
      action !== null && author.sub === conditions.sub && (state === 'held' || (state === 'sending' && !isPassing)),
  )

export type SendConditions = { sub: string; session: string; now: number }

/** The waiting actions of a session that no earlier open item on one of the same targets blocks. */
const freeItems = <Action extends Readable>(
  entries: readonly Entry<Action>[],
  { sub, session }: SendConditions,
): Action[] => {
  const blockedTargets = new Set<string>()
  const free: Action[] = []
  for (const entry of entries) {
    if (!isOpen(entry)) continue
    const { action, author, state, targets } = entry
    const isFree = targets.every((target) => !blockedTargets.has(target))
    for (const target of targets) blockedTargets.add(target)
    if (isFree && state === 'waiting' && author.sub === sub && action?.session === session) free.push(action)
  }
  return free
}

/**
 * The earliest item that blocks a waiting one until a person acts; null where none does. It shares a target with the waiting
 * item, directly or through items between them. It is another person's, was refused, or is of an earlier session. `items` are
 * in the order in which they were stored.
 */
export const blockedBy = <Item extends Waiting>(item: Item, items: readonly Item[]): Item | null => {
  if (item.state !== 'waiting') return null
  const index = items.findIndex(({ id }) => id === item.id)
  const targets = new Set(item.targets)
  let blocker: Item | null = null
  // Backwards from the item itself, so that blockers of its blockers count too.
  for (const one of items.slice(0, Math.max(0, index)).toReversed()) {
    if (!isOpen(one) || !one.targets.some((target) => targets.has(target))) continue
    for (const target of one.targets) targets.add(target)
    if (one.author.sub !== item.author.sub || one.state === 'attention' || !isOfOneSession(one, item)) blocker = one
  }
  return blocker
}

type Waiting = Queued & { id: string; action: Pick<Readable, 'session'> | null }

/** Whether two items are of the same session. An item of an earlier session is sent only after its author releases it. */
const isOfOneSession = (one: Waiting, other: Waiting): boolean =>
  one.action !== null && one.action.session === other.action?.session

/**
 * Whether an item has waited long enough. Where its last note lies in the future, the device's clock was put back: the item is
 * due at once, since its waiting time is unknown.
 */
const isDue = ({ due_at, notes }: DeliveryState, now: number): boolean =>
  due_at <= now || (notes.at(-1)?.at ?? now) > now
