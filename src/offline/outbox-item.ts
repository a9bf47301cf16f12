import type { StoredRefusal } from '#contract/stored-action'
import { accepted, refused, type Outcome } from '#domain/outcome'

/**
 * The state of an action that was taken on this device (src/specification/offline.md#the-outbox):
 * - `waiting` to be sent, or to be sent again under the same key
 * - `sending`: its first byte may have left, so its body never changes again
 * - `held`: the server did not recognise the session; it waits for its author to sign in
 * - `attention`: the server refused it, and a person must decide
 * - `done`: the server accepted it
 * - `discarded`: given up by a person with a reason, or replaced by a corrected item
 */
export const OUTBOX_STATES = ['waiting', 'sending', 'held', 'attention', 'done', 'discarded'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]

/** One event of an item, for the list that people read. `words` are the server's, or a person's reason. */
type OutboxNote = {
  at: number
  event: Exclude<OutboxEvent['kind'], 'withdrawn'> | 'stored' | 'released'
  words: string | null
  refusal?: StoredRefusal | undefined
  isFirewall?: true | undefined
}

/** The delivery of an item, whatever its action is. Instants are milliseconds since the epoch, by this device's clock. */
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
  /** No answer, or one that says nothing of the action, such as a firewall's page; `chance` is from 0 to 1. */
  | {
      kind: 'unanswered'
      at: number
      words: string
      chance: number
      retry_after_ms: number | null
      isFirewall?: true | undefined
    }
  /** Found as `sending` by another page: the page that sent it is gone. */
  | { kind: 'abandoned'; at: number }
  | { kind: 'signed_out'; at: number }
  | { kind: 'signed_in'; at: number }
  | { kind: 'refused'; at: number; words: string; refusal?: StoredRefusal }
  /** The author has lost the trial, as the server answered to another item. */
  | { kind: 'withdrawn'; at: number; words: string }
  /** A new item replaces it; `words` name what the new one leaves out. */
  | { kind: 'corrected'; at: number; words: string | null }
  | { kind: 'discarded'; at: number; words: string }

/** The state with which a new item begins. */
export const storedAt = (at: number): DeliveryState => ({
  state: 'waiting',
  attempts: 0,
  due_at: at,
  notes: [{ at, event: 'stored', words: null }],
})

/**
 * The states in which each event may happen, and the state that follows. In any other state the event is refused, and nothing
 * changes.
 */
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

/** Applies an event to an item. Refused with the state where the event cannot happen in it. */
export const deliveryStateAfter = <Item extends DeliveryState>(
  item: Item,
  event: OutboxEvent,
): Outcome<Item, OutboxState> => {
  const { from, to } = TRANSITIONS[event.kind]
  const isPossible = from.some((state) => state === item.state) && (event.kind !== 'discarded' || mayDiscard(item))
  if (!isPossible) return refused(item.state)
  return accepted({
    ...item,
    state: to,
    attempts: attemptsAfter(item, event),
    due_at: dueAfter(item, event),
    notes: withNote(item.notes, noteOf(event)),
  })
}

const noteOf = (event: OutboxEvent): OutboxNote => ({
  at: event.at,
  // People read it as refused, like the item to which the server's refusal belongs.
  event: event.kind === 'withdrawn' ? 'refused' : event.kind,
  words: 'words' in event ? event.words : null,
  ...('refusal' in event && { refusal: event.refusal }),
  ...('isFirewall' in event && { isFirewall: event.isFirewall }),
})

/** How many notes of tries an item keeps: while the server cannot answer, a day has hundreds of them. */
export const MOST_TRIES_NOTED = 20

const TRIES: readonly OutboxNote['event'][] = ['sent', 'unanswered', 'abandoned']

/** Adds a note. Past the limit the oldest notes of tries go; what a person or the server decided stays. */
const withNote = (notes: readonly OutboxNote[], note: OutboxNote): readonly OutboxNote[] => {
  const all = [...notes, note]
  const tries = all.filter(({ event }) => TRIES.includes(event))
  const dropped = new Set(tries.slice(0, Math.max(0, tries.length - MOST_TRIES_NOTED)))
  return all.filter((one) => !dropped.has(one))
}

/**
 * Whether a person may discard an item. A waiting one that was ever sent cannot be discarded, because the server may have accepted
 * it; except after a firewall's page, since a firewall may stop the same text every time.
 */
export const mayDiscard = ({ state, attempts, notes }: DeliveryState): boolean =>
  state === 'attention' || (state === 'waiting' && (attempts === 0 || isBlockedByFirewall(notes)))

/** Whether a firewall's page was the last answer, also to an item that was discarded after it. The server may have accepted it. */
export const isBlockedByFirewall = (notes: DeliveryState['notes']): boolean =>
  notes.findLast(({ event }) => event !== 'discarded')?.isFirewall === true

/** A send that found the session expired is not counted: the server did not judge the action. */
const attemptsAfter = ({ attempts }: DeliveryState, { kind }: OutboxEvent): number => {
  if (kind === 'sent') return attempts + 1
  return kind === 'signed_out' ? attempts - 1 : attempts
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 5 * 60 * 1000

/** Exponential backoff with full jitter, and never shorter than the server's Retry-After. */
const dueAfter = ({ attempts, due_at }: DeliveryState, event: OutboxEvent): number => {
  if (event.kind === 'abandoned' || event.kind === 'signed_in') return event.at
  if (event.kind !== 'unanswered') return due_at
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20))
  return event.at + Math.max(event.chance * longest, event.retry_after_ms ?? 0)
}

/** The states in which the server or a person has still to decide about an item. */
export const OPEN_STATES = ['waiting', 'sending', 'held', 'attention'] as const satisfies readonly OutboxState[]

/** Whether the server or a person has still to decide about an item. */
export const isOpen = ({ state }: Pick<DeliveryState, 'state'>): boolean => OPEN_STATES.some((open) => open === state)
