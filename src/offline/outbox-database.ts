import { accepted, refused, type Outcome } from '#domain/outcome'
import { Dexie, liveQuery, type EntityTable } from 'dexie'
import { abortWhenLeft } from './abort-when-left'
import { DATABASE_SILENT, OPENING_TIMEOUT_MS, settlesWithinTimeout } from './timeout'

/** A stored item with its place in the queue and, sealed, why its author put it away. Items are parsed when they are read. */
export type OutboxRow = { number: number; id: string; item: unknown; put_away?: string }

export type OutboxDatabase = {
  items: EntityTable<OutboxRow, 'number'>
  /** Rejects where the database does not finish in time; then nothing of the work is stored. */
  transact: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Reads now and after each commit, of whichever tab, that changed the rows which were read. After an error it is over. Returns
   * a function that stops it.
   */
  live: <T>(read: () => Promise<T>, observer: LiveObserver<T>) => () => void
  close: () => void
}

type LiveObserver<T> = { next: (content: T) => void; error: (error: unknown) => void }

/**
 * Why there is no outbox: a newer version of the app changed the database and the page must be reloaded, or the browser stores
 * none (private mode, no space, storage switched off).
 */
export type OutboxUnavailable = { why: 'newer' | 'not_kept'; words: string }

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
  onLost: (why: OutboxLost) => void = () => {},
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
    // Where it opens after all, nothing uses it any more.
    const close = () => dexie.close({ disableAutoOpen: true })
    void opening.then(close, close)
    return refused({ why: 'not_kept', words: DATABASE_SILENT })
  }
  try {
    await opening
  } catch (error) {
    // Only the name, to be quoted: the browser's own message is no sentence for a ward.
    const name = error instanceof Error ? error.name : 'unknown'
    return refused({ why: 'not_kept', words: `This browser could not open its storage (${name})` })
  }
  // Dexie opens a database of a newer version without an error.
  if (dexie.backendDB().version >= (OUTBOX_VERSION + 1) * NATIVE_STEP) {
    dexie.close({ disableAutoOpen: true })
    return refused({ why: 'newer', words: 'A newer version of the app has changed the stored data' })
  }
  const items: EntityTable<OutboxRow, 'number'> = dexie.table('items')
  return accepted({
    items,
    transact: (work) =>
      transactWithTimeout((progress) => dexie.transaction('rw', items, abortIfTimedOut(work, progress))),
    live: (read, observer) => {
      const subscription = liveQuery(read).subscribe(observer)
      return () => subscription.unsubscribe()
    },
    close: () => dexie.close({ disableAutoOpen: true }),
  })
}

/** How far a transaction has come, and whether its caller has stopped waiting. */
type TransactionProgress = { isTimedOut: boolean; isWritten: boolean }

/** The work of a transaction, which aborts itself once its caller has stopped waiting. */
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
 * Runs a transaction. One that does not finish in time is aborted and rejects, and nothing of it is saved. One whose writes are
 * done and is only being committed can no longer be aborted, so it is waited for.
 */
const transactWithTimeout = async <T>(transact: (progress: TransactionProgress) => PromiseLike<T>): Promise<T> => {
  const progress: TransactionProgress = { isTimedOut: false, isWritten: false }
  const transacted = Promise.resolve(transact(progress))
  if ((await settlesWithinTimeout(transacted)) || progress.isWritten) return transacted
  progress.isTimedOut = true
  transacted.catch(() => {})
  throw new Error(DATABASE_SILENT)
}
