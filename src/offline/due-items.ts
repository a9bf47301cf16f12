import { isOpen, type OutboxStanding } from './outbox-item'

type Queued = OutboxStanding & { author: { sub: string }; targets: readonly string[] }

/**
 * The items to be sent now by the person who is signed in, oldest first: those that are due and that no earlier open item on
 * one of the same targets holds back. `items` are in the order in which they were stored; one that waits for a person holds
 * up only its own targets.
 */
export const dueItems = <Item extends Queued>(items: readonly Item[], asked: Asked): Item[] =>
  freeItems(items, asked.sub).filter((item) => isDue(item, asked.now))

/** When the next of these items is due that is not due yet, or null where there is none. */
export const nextDueAt = (items: readonly Queued[], asked: Asked): number | null => {
  const later = freeItems(items, asked.sub).filter((item) => !isDue(item, asked.now))
  return later.length === 0 ? null : Math.min(...later.map(({ due_at }) => due_at))
}

type Asked = { sub: string; now: number }

/** A person's waiting items that no earlier open item on one of the same targets holds back. */
const freeItems = <Item extends Queued>(items: readonly Item[], sub: string): Item[] => {
  const taken = new Set<string>()
  const free: Item[] = []
  for (const item of items) {
    if (!isOpen(item)) continue
    const isFree = item.targets.every((target) => !taken.has(target))
    for (const target of item.targets) taken.add(target)
    if (isFree && item.state === 'waiting' && item.author.sub === sub) free.push(item)
  }
  return free
}

/**
 * The earliest item for whose sake a waiting one cannot go out until a person does something: it is about the same, or about the same as
 * another one between them, and is somebody else's, who has to sign in, or was refused and wants a decision. Null where none is.
 * `items` are in the order in which they were stored.
 */
export const heldBackBy = <Item extends Queued & { id: string }>(item: Item, items: readonly Item[]): Item | null => {
  if (item.state !== 'waiting') return null
  const place = items.findIndex(({ id }) => id === item.id)
  const targets = new Set(item.targets)
  let holder: Item | null = null
  // From the nearest back to the first: what holds up one that is waited for holds up this one too.
  for (const one of items.slice(0, Math.max(0, place)).toReversed()) {
    if (!isOpen(one) || !one.targets.some((target) => targets.has(target))) continue
    for (const target of one.targets) targets.add(target)
    if (one.author.sub !== item.author.sub || one.state === 'attention') holder = one
  }
  return holder
}

/**
 * Whether an item has waited long enough. One that was last touched in the future was so by a clock that has been put back since:
 * how long it has waited nobody knows, and it must not wait until that time comes.
 */
const isDue = ({ due_at, notes }: OutboxStanding, now: number): boolean =>
  due_at <= now || (notes.at(-1)?.at ?? now) > now
