import type { OutboxEntry } from './outbox-content'
import type { OutboxDatabase } from './outbox-database'
import { withTimeout } from './timeout'

/** How long the receipt of a done action stays, in milliseconds (src/specification/offline.md#the-outbox). */
const RECEIPT_LIFE_MS = 24 * 60 * 60 * 1000

/**
 * Deletes the person's receipts that are older than a day. Those of other people do not open, so each is marked when it is found
 * first, and is deleted a day later. Nothing else is ever deleted by age. `now` is in milliseconds since the epoch.
 */
export const deleteReceipts = async (
  { items, transact }: Pick<OutboxDatabase, 'items' | 'transact'>,
  entries: readonly OutboxEntry[],
  sub: string,
  now: number,
): Promise<void> => {
  const receipts = entries.filter(({ state }) => state === 'done')
  const own = receipts.filter(({ action }) => action !== null && isOver(action.notes.at(-1)?.at, now))
  const others = receipts.filter(({ author }) => author.sub !== sub)
  const rows = others.length === 0 ? [] : await withTimeout(items.where('id').anyOf(idsOf(others)).toArray())
  // After the device's clock was put back, the day begins again.
  const unmarked = rows.filter(({ found_done_at = Infinity }) => found_done_at > now)
  const old = [...own, ...rows.filter(({ found_done_at }) => isOver(found_done_at, now))]
  if (old.length + unmarked.length === 0) return
  // A done item never changes, so its state is not read again.
  await transact(async () => {
    await items.where('id').anyOf(idsOf(unmarked)).modify({ found_done_at: now })
    await items.where('id').anyOf(idsOf(old)).delete()
  })
}

const idsOf = (receipts: readonly { id: string }[]): string[] => receipts.map(({ id }) => id)

const isOver = (from: number | undefined, now: number): boolean => from !== undefined && from < now - RECEIPT_LIFE_MS
