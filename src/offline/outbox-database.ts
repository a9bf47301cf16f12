import { accepted, refused, type Outcome } from '#domain/outcome'
import { Dexie, type EntityTable, type ObservabilitySet } from 'dexie'
import { abortWhenLeft } from './abort-when-left'
import { followChanges, type ChangeObserver } from './follow-changes'
import { dueReceipts, receiptsOfOthers, type ReceiptEntry } from './receipts'
import { DATABASE_SILENT, OPENING_TIMEOUT_MS, settlesWithinTimeout, withTimeout } from './timeout'
import { transactInTime } from './transact-in-time'

/**
 * A stored item with its place in the queue; sealed, why its author put it away; and, for the receipt of a person who is not signed in, when
 * it was found first, in milliseconds since the epoch. Items are parsed when they are read.
 */
export type OutboxRow = { number: number; id: string; item: unknown; put_away?: string; found_done_at?: number }

export type OutboxDatabase = {
  items: EntityTable<OutboxRow, 'number'>
  /** Rejects where the database does not finish in time; then nothing of the work is stored. */
  transact: <T>(work: () => Promise<T>) => Promise<T>
  /** Reads now and after commits, of whichever tab, as `followChanges` does. Returns a function that stops it. */
  live: <T>(read: () => Promise<T>, observer: ChangeObserver<T>) => () => void
  /** Deletes the receipts among these entries that are older than a day. Nothing else is ever deleted by age. */
  deleteReceipts: (entries: readonly ReceiptEntry[], sub: string, now: number) => Promise<void>
  close: () => void
}

/**
 * Why there is no outbox: a newer version of the app changed the database and the page must be reloaded, or the browser stores
 * none (private mode, no space, storage switched off).
 */
export type OutboxUnavailable = { cause: 'newer' | 'not_kept'; words: string }

/** Why the connection was lost: a newer version of the app upgraded the tables, or the browser closed it, as iPads do. */
export type OutboxLost = 'upgraded' | 'closed'

/** The version of the tables. From the first release on it only grows, and an upgrade never drops a row. */
export const OUTBOX_VERSION = 1

/** The browser's number for a version of Dexie's is ten times as high; between two of them Dexie adds missing indices by itself. */
const NATIVE_STEP = 10

/**
 * Opens the outbox of this installation. Writes are on the disk before their promise resolves. `onLost` is called when a newer
 * version upgrades the database, which closes this connection for good, or when the browser closes it, after which it may be
 * opened again.
 */
export const openOutboxDatabase = async (
  name: string,
  onLost: (cause: OutboxLost) => void = () => {},
): Promise<Outcome<OutboxDatabase, OutboxUnavailable>> => {
  // Without its cache, which would show a write before it is on the disk.
  const dexie = new Dexie(name, { autoOpen: false, cache: 'disabled', chromeTransactionDurability: 'strict' })
  abortWhenLeft(dexie)
  dexie.version(OUTBOX_VERSION).stores({ items: '++number, &id, item.state' })
  let isUpgraded = false
  let isTimedOut = false
  dexie.on('versionchange', () => {
    isUpgraded = true
    dexie.close({ disableAutoOpen: true })
    onLost('upgraded')
  })
  dexie.on('close', () => {
    if (!isUpgraded && !isTimedOut) onLost('closed')
  })
  const opening = Promise.resolve(dexie.open())
  if (!(await settlesWithinTimeout(opening, OPENING_TIMEOUT_MS))) {
    isTimedOut = true
    // A database that opens after its timeout is not used.
    const close = () => dexie.close({ disableAutoOpen: true })
    void opening.then(close, close)
    return refused({ cause: 'not_kept', words: DATABASE_SILENT })
  }
  try {
    await opening
  } catch (error) {
    // Only the name, to be quoted: the browser's own message is no sentence for a ward.
    const name = error instanceof Error ? error.name : 'unknown'
    return refused({ cause: 'not_kept', words: `This browser could not open its storage (${name})` })
  }
  // Dexie opens a database of a newer version without an error.
  if (dexie.backendDB().version >= (OUTBOX_VERSION + 1) * NATIVE_STEP) {
    dexie.close({ disableAutoOpen: true })
    return refused({ cause: 'newer', words: 'A newer version of the app has changed the stored data' })
  }
  const items: EntityTable<OutboxRow, 'number'> = dexie.table('items')
  const withIds = (ids: string[]) => items.where('id').anyOf(ids)
  const transact: OutboxDatabase['transact'] = (work) =>
    transactInTime(work, (inTime) => dexie.transaction('rw', items, inTime))
  return accepted({
    items,
    transact,
    deleteReceipts: async (entries, sub, now) => {
      const others = receiptsOfOthers(entries, sub)
      const found = others.length === 0 ? [] : await withTimeout(withIds(others).toArray())
      const { old, unmarked } = dueReceipts(entries, found, now)
      if (old.length + unmarked.length === 0) return
      // A done item never changes, so its state is not read again.
      await transact(async () => {
        await withIds(unmarked).modify({ found_done_at: now })
        await withIds(old).delete()
      })
    },
    live: (read, observer) => followChanges({ read, observer, onChange: onCommit(`idb://${name}/items/`) }),
    close: () => dexie.close({ disableAutoOpen: true }),
  })
}

/** Calls back after each commit, of whichever tab, that changed a table. */
const onCommit =
  (table: string) =>
  (changed: () => void): (() => void) => {
    const onMutated = (parts: ObservabilitySet) => {
      // `all`: the page was frozen meanwhile. The callback must not read in the transaction that has just ended.
      if ('all' in parts || Object.keys(parts).some((part) => part.startsWith(table))) Dexie.ignoreTransaction(changed)
    }
    Dexie.on('storagemutated', onMutated)
    return () => Dexie.on.storagemutated.unsubscribe(onMutated)
  }
