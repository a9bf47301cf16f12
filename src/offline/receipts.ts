import type { StoredAction } from '#contract/stored-action'

/** An entry of the outbox; its action is null for everybody but its author. */
export type ReceiptEntry = Pick<StoredAction, 'id' | 'author' | 'state'> & {
  action: Pick<StoredAction, 'notes'> | null
}

/** A stored receipt, and when the page of another person found it first, in milliseconds since the epoch. */
type FoundReceipt = { id: string; found_done_at?: number }

/** How long the receipt of a done action stays, in milliseconds (src/specification/offline.md#the-outbox). */
const RECEIPT_LIFE_MS = 24 * 60 * 60 * 1000

/** The ids of the receipts that are not of this person. They do not open, so their time is unknown. */
export const receiptsOfOthers = (entries: readonly ReceiptEntry[], sub: string): string[] =>
  entries.filter(({ author, state }) => state === 'done' && author.sub !== sub).map(({ id }) => id)

/**
 * The ids of the receipts to delete, which are older than a day, and of those of other people (`found`) to mark as found now.
 * After the device's clock was put back, the day of those begins again.
 */
export const dueReceipts = (
  entries: readonly ReceiptEntry[],
  found: readonly FoundReceipt[],
  now: number,
): { old: string[]; unmarked: string[] } => {
  const isOver = (from = now) => from < now - RECEIPT_LIFE_MS
  const own = entries.filter(({ state, action }) => state === 'done' && isOver(action?.notes.at(-1)?.at))
  const others = found.filter(({ found_done_at }) => isOver(found_done_at))
  const unmarked = found.filter(({ found_done_at = Infinity }) => found_done_at > now)
  return { old: [...own, ...others].map(({ id }) => id), unmarked: unmarked.map(({ id }) => id) }
}
