import { isOpen, type DeliveryState, type OutboxState } from './outbox-item'

type Queued = { state: OutboxState; author: { sub: string }; targets: readonly string[] }
type Readable = DeliveryState & { session?: string | undefined }

/** An item in the queue; `action` is null for everybody but its author, and for the author where it proves nothing. */
type Entry<Action extends Readable> = Queued & { action: Action | null }

/**
 * The actions to be sent now in a session, oldest first: those of its person that were done or released in it, are due, and that no
 * earlier open item on one of the same targets holds back. `entries` are in the order in which they were stored; one that waits for
 * a person holds up only its own targets.
 */
export const dueItems = <Action extends Readable>(
  entries: readonly Entry<Action>[],
  conditions: SendConditions,
): Action[] => freeItems(entries, conditions).filter((action) => isDue(action, conditions.now))

/** When the next of these actions is due that is not due yet, or null where there is none. */
export const nextDueAt = (entries: readonly Entry<Readable>[], conditions: SendConditions): number | null => {
  const later = freeItems(entries, conditions).filter((action) => !isDue(action, conditions.now))
  return later.length === 0 ? null : Math.min(...later.map(({ due_at }) => due_at))
}

type SendConditions = { sub: string; session: string; now: number }

/** What waits of a session that no earlier open item on one of the same targets holds back. */
const freeItems = <Action extends Readable>(
  entries: readonly Entry<Action>[],
  { sub, session }: SendConditions,
): Action[] => {
  const taken = new Set<string>()
  const free: Action[] = []
  for (const entry of entries) {
    if (!isOpen(entry)) continue
    const { action, author, state, targets } = entry
    const isFree = targets.every((target) => !taken.has(target))
    for (const target of targets) taken.add(target)
    if (isFree && state === 'waiting' && author.sub === sub && action?.session === session) free.push(action)
  }
  return free
}

/**
 * The earliest item for whose sake a waiting one cannot go out until a person does something: it is about the same, or about the same as
 * another one between them, and is somebody else's, who has to sign in, or was refused and wants a decision, or is of an earlier
 * session and wants a press. Null where none is.
 * `items` are in the order in which they were stored.
 */
export const blockedBy = <Item extends Waiting>(item: Item, items: readonly Item[]): Item | null => {
  if (item.state !== 'waiting') return null
  const place = items.findIndex(({ id }) => id === item.id)
  const targets = new Set(item.targets)
  let holder: Item | null = null
  // From the nearest back to the first: what holds up one that is waited for holds up this one too.
  for (const one of items.slice(0, Math.max(0, place)).toReversed()) {
    if (!isOpen(one) || !one.targets.some((target) => targets.has(target))) continue
    for (const target of one.targets) targets.add(target)
    if (one.author.sub !== item.author.sub || one.state === 'attention' || !isOfOneSession(one, item)) holder = one
  }
  return holder
}

type Waiting = Queued & { id: string; action: Pick<Readable, 'session'> | null }

/** One of an earlier session goes out when its author has released it. */
const isOfOneSession = (one: Waiting, other: Waiting): boolean =>
  one.action !== null && one.action.session === other.action?.session

/**
 * Whether an item has waited long enough. One that was last touched in the future was so by a clock that has been put back since:
 * how long it has waited nobody knows, and it must not wait until that time comes.
 */
const isDue = ({ due_at, notes }: DeliveryState, now: number): boolean =>
  due_at <= now || (notes.at(-1)?.at ?? now) > now
