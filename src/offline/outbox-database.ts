import { accepted, refused, type Outcome } from '#domain/outcome'
import { Dexie, type EntityTable, type Table } from 'dexie'
import { DATABASE_SILENT, settlesWithinTimeout } from './timeout'

/**
 * What is stored of an item beside itself: the order in which they came, and, sealed, why its author put it away. Items are parsed when
 * they are read.
 */
export type OutboxRow = { number: number; id: string; item: unknown; put_away?: string }

/** Who may send just now, where the browser knows no locks. `until` is in milliseconds since the epoch. */
type LeaseRow = { name: string; owner: string; until: number }

export type OutboxDatabase = {
  items: EntityTable<OutboxRow, 'number'>
  leases: Table<LeaseRow, string>
  /** Rejects where the database does not get to it in time, and then nothing of it is stored. */
  transact: <T>(work: () => Promise<T>) => Promise<T>
  close: () => void
}

/**
 * Why there is no outbox: a newer version of the app has changed the database (this page must be loaded again), or the browser
 * keeps none (private mode, no room, storage switched off).
 */
export type OutboxUnavailable = { why: 'newer' | 'not_kept'; words: string }

/** Why the connection is gone: a newer version of the app changed the tables, or the browser closed it, as iPads do. */
export type OutboxLost = 'upgraded' | 'closed'

/** The version of the tables. It only ever grows, and an upgrade never drops a row. */
export const OUTBOX_VERSION = 1

/**
 * Opens the outbox of this installation. What is written is on the disk before the promise resolves. When a newer version
 * upgrades it, this connection is closed for good and `onLost` is called: an old page never writes into new tables. Where the
 * browser closed it, it may be opened again.
 */
export const openOutboxDatabase = async (
  name: string,
  onLost: (why: OutboxLost) => void = () => {},
): Promise<Outcome<OutboxDatabase, OutboxUnavailable>> => {
  const dexie = new Dexie(name, { autoOpen: false, chromeTransactionDurability: 'strict' })
  dexie.version(OUTBOX_VERSION).stores({ items: '++number, &id', leases: 'name' })
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
  if (!(await settlesWithinTimeout(opening))) {
    isTimedOut = true
    // One that opens after all is nobody's any more.
    const close = () => dexie.close({ disableAutoOpen: true })
    void opening.then(close, close)
    return refused({ why: 'not_kept', words: DATABASE_SILENT })
  }
  try {
    await opening
  } catch (error) {
    // Only the name, to be quoted: what the browser says besides is no sentence for a ward.
    const name = error instanceof Error ? error.name : 'unknown'
    return refused({ why: 'not_kept', words: `This browser could not open its storage (${name})` })
  }
  // Dexie opens a database of a newer version without a word; its own number is a tenth of the browser's.
  if (dexie.backendDB().version > OUTBOX_VERSION * 10) {
    dexie.close({ disableAutoOpen: true })
    return refused({ why: 'newer', words: 'A newer version of the app has changed the stored data' })
  }
  const items: EntityTable<OutboxRow, 'number'> = dexie.table('items')
  const leases: Table<LeaseRow, string> = dexie.table('leases')
  return accepted({
    items,
    leases,
    transact: (work) =>
      transactWithTimeout((progress) => dexie.transaction('rw', items, leases, abortIfTimedOut(work, progress))),
    close: () => dexie.close({ disableAutoOpen: true }),
  })
}

/** How far a transaction has come, and whether anybody still waits for it. */
type TransactionProgress = { isTimedOut: boolean; isWritten: boolean }

/** The work of a transaction that undoes itself where nobody waits for it any more, whenever the database gets to it. */
const abortIfTimedOut =
  <T>(work: () => Promise<T>, progress: TransactionProgress) =>
  async (): Promise<T> => {
    if (progress.isTimedOut) throw new Error(DATABASE_SILENT)
    const done = await work()
    if (progress.isTimedOut) throw new Error(DATABASE_SILENT)
    progress.isWritten = true
    return done
  }

/**
 * What a transaction comes to. One that the database has not got through in time is given up, and whoever waits is told that nothing
 * is saved; one that is only being put on the disk cannot be undone any more, and is waited for.
 */
const transactWithTimeout = async <T>(transact: (progress: TransactionProgress) => PromiseLike<T>): Promise<T> => {
  const progress: TransactionProgress = { isTimedOut: false, isWritten: false }
  const transacted = Promise.resolve(transact(progress))
  if ((await settlesWithinTimeout(transacted)) || progress.isWritten) return transacted
  progress.isTimedOut = true
  transacted.catch(() => {})
  throw new Error(DATABASE_SILENT)
}
