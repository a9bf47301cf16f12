import type { StoredRefusal } from '#contract/stored-action'
import { accepted, refused, type Outcome } from '#domain/outcome'

/**
 * Where an action that was taken on this device stands (src/specification/offline.md#the-outbox):
 * - `waiting` to be sent, or to be sent again under the same key
 * - `sending`: its first byte may have left; from here its body never changes
 * - `held`: the server knew nobody behind it; it waits for its author to sign in
 * - `attention`: the server refused it, and a person must decide
 * - `done`: the server said yes
 * - `discarded`: given up by a person, with a reason, or put right by another item
 */
export const OUTBOX_STATES = ['waiting', 'sending', 'held', 'attention', 'done', 'discarded'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]

/** One thing that happened to an item, for the list that people read. `words` are the server's, or a person's reason. */
type OutboxNote = {
  at: number
  event: Exclude<OutboxEvent['kind'], 'withdrawn'> | 'stored' | 'released'
  words: string | null
  refusal?: StoredRefusal | undefined
}

/** How an item is held, whatever it asks for. Instants are milliseconds since the epoch, by this device's clock. */
export type DeliveryState = {
  state: OutboxState
  /** How often it was sent. */
  attempts: number
  /** When it may be sent, while it waits. */
  due_at: number
  notes: readonly OutboxNote[]
}

export type OutboxEvent =
  | { kind: 'sent'; at: number }
  | { kind: 'accepted'; at: number }
  /** No answer, or one that says nothing of the action; `chance` is from 0 to 1. */
  | { kind: 'unanswered'; at: number; words: string; chance: number; retry_after_ms: number | null }
  /** Found as `sending` by a page that does not send it: whoever sent it is gone. */
  | { kind: 'abandoned'; at: number }
  | { kind: 'signed_out'; at: number }
  | { kind: 'signed_in'; at: number }
  | { kind: 'refused'; at: number; words: string; refusal?: StoredRefusal }
  /** The trial is no longer the author's, as the server said of another item. */
  | { kind: 'withdrawn'; at: number; words: string }
  /** A new item stands in its place; `words` say what of it the new one leaves out. */
  | { kind: 'corrected'; at: number; words: string | null }
  | { kind: 'discarded'; at: number; words: string }

/** What a new item begins with. */
export const storedAt = (at: number): DeliveryState => ({
  state: 'waiting',
  attempts: 0,
  due_at: at,
  notes: [{ at, event: 'stored', words: null }],
})

/** From which states an event leads where; from any other it is refused, and nothing changes. */
const TRANSITIONS = {
  sent: { from: ['waiting'], to: 'sending' },
  accepted: { from: ['sending'], to: 'done' },
  unanswered: { from: ['sending'], to: 'waiting' },
  abandoned: { from: ['sending'], to: 'waiting' },
  signed_out: { from: ['sending'], to: 'held' },
  signed_in: { from: ['held'], to: 'waiting' },
  refused: { from: ['sending'], to: 'attention' },
  withdrawn: { from: ['waiting', 'held'], to: 'attention' },
  corrected: { from: ['attention'], to: 'discarded' },
  discarded: { from: ['attention', 'waiting'], to: 'discarded' },
} as const satisfies Record<OutboxEvent['kind'], { from: readonly OutboxState[]; to: OutboxState }>

/**
 * An item after an event. Refused where the event cannot happen to an item in this state; one that was ever sent and waits
 * cannot be discarded, because the server may have taken it.
 */
export const deliveryStateAfter = <Item extends DeliveryState>(
  item: Item,
  event: OutboxEvent,
): Outcome<Item, OutboxState> => {
  const { from, to } = TRANSITIONS[event.kind]
  const isPossible = from.some((state) => state === item.state) && !(event.kind === 'discarded' && mayHaveArrived(item))
  if (!isPossible) return refused(item.state)
  return accepted({
    ...item,
    state: to,
    attempts: attemptsAfter(item, event),
    due_at: dueAfter(item, event),
    notes: [...item.notes, noteOf(event)],
  })
}

const noteOf = (event: OutboxEvent): OutboxNote => ({
  at: event.at,
  // It is refused with the one of which the server said so, and reads so.
  event: event.kind === 'withdrawn' ? 'refused' : event.kind,
  words: 'words' in event ? event.words : null,
  ...('refusal' in event && { refusal: event.refusal }),
})

const mayHaveArrived = ({ state, attempts }: DeliveryState): boolean => state === 'waiting' && attempts > 0

/** A sign-in that ran out is no attempt: nobody was asked whether the action is right. */
const attemptsAfter = ({ attempts }: DeliveryState, { kind }: OutboxEvent): number => {
  if (kind === 'sent') return attempts + 1
  return kind === 'signed_out' ? attempts - 1 : attempts
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 5 * 60 * 1000

/** A pause that doubles with each attempt, its whole length left to chance, and never shorter than the server asked. */
const dueAfter = ({ attempts, due_at }: DeliveryState, event: OutboxEvent): number => {
  if (event.kind === 'abandoned' || event.kind === 'signed_in') return event.at
  if (event.kind !== 'unanswered') return due_at
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20))
  return event.at + Math.max(event.chance * longest, event.retry_after_ms ?? 0)
}

/** Whether the server has still to say its word on an item, or a person. */
export const isOpen = ({ state }: Pick<DeliveryState, 'state'>): boolean => state !== 'done' && state !== 'discarded'
