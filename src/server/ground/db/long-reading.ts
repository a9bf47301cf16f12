import { Semaphore, withTimeout } from 'async-mutex'
import { sql } from 'kysely'
import { idsAtOnce, idsThroughCursor, type IdQuery, type LongIds, type Read } from './long-ids'
import { betweenRows, inReadingTurn } from './reading-turn'
import { DatabaseAway } from './database-away'
import type { Queries } from './transaction'
import type { TransactionScope } from './transaction-scope'

/**
 * A long list that is read piece by piece, as fast as its reader accepts it. Nothing is locked or open before the first
 * piece is read.
 */
export type LongReading = {
  /** Waits for a place among the readings. Without this call the first read waits. */
  acquirePlace: () => Promise<void>
  /** Reads at once. */
  read: Read
  /** Reads one of many pieces, after more urgent reads. */
  readPiece: Read
  /** Finds the ids of a long list, to be read in pieces of this size. */
  readIds: (select: IdQuery, size: number) => Promise<LongIds>
  /** Waits between a few rows that are made of a piece: other requests go first. */
  pause: () => Promise<void>
  /** To be called once nothing more is read, whatever the reason; it releases the connection. */
  end: () => Promise<void>
}

/** How long a reader may pause between two pieces by default. */
const STANDSTILL_MS = 2 * 60_000
/** How long a reading may last in all, in milliseconds: slow readers would otherwise block others for ever. */
const LONGEST_MS = 15 * 60_000
/** How long a reading waits for others to end, in milliseconds. */
const PLACE_TIMEOUT_MS = 30_000

const BUSY = 'As many long reports and exports as connections are for are read at the moment'

/** Each piece by itself: on one session, a reading that held it between pieces would block everybody else. */
export const piecewiseReading = (queries: Queries): LongReading => ({
  acquirePlace: () => Promise.resolve(),
  read: (read) => read(queries),
  readPiece: (read) => inReadingTurn(queries, () => read(queries)),
  readIds: (select, size) => idsAtOnce((read) => read(queries), select, size),
  pause: () => betweenRows(queries),
  end: () => Promise.resolve(),
})

type Readings = {
  queries: Queries
  transactions: TransactionScope
  /** How many readings have a connection at once; others wait. */
  limit: number
  /**
   * How long a reader may pause between two pieces, in milliseconds; then the reading ends, and its output breaks off.
   */
  standstill_ms?: number
  /** How long a reading may last in all, in milliseconds. */
  longest_ms?: number
}

/**
 * Every piece in one snapshot (repeatable read, nothing can be written), which begins with the first of them. It locks
 * no row. Rejects with `DatabaseAway` where no place became free, and where the database was lost or the reading is
 * over.
 */
export const snapshotReadings = ({
  queries,
  transactions,
  limit,
  standstill_ms = STANDSTILL_MS,
  longest_ms = LONGEST_MS,
}: Readings): (() => LongReading) => {
  const places = withTimeout(new Semaphore(limit), PLACE_TIMEOUT_MS, new DatabaseAway(BUSY))
  return () => {
    let place: Promise<() => void> | null = null
    let opened: ReturnType<typeof openSnapshot> | null = null
    let isOver = false
    let standstill: NodeJS.Timeout | undefined
    let longest: NodeJS.Timeout | undefined
    const end = async () => {
      isOver = true
      clearTimeout(standstill)
      clearTimeout(longest)
      const [snapshotToClose, acquired] = [opened, place]
      opened = null
      place = null
      // A place or connection that could not be had was reported to the reader.
      try {
        await (await snapshotToClose?.catch(() => null))?.close()
      } finally {
        const release = await acquired?.catch(() => null)
        release?.()
      }
    }
    const refuseIfOver = () => {
      if (isOver) throw new DatabaseAway('The reading is over')
    }
    const acquirePlace = async () => {
      refuseIfOver()
      place ??= places.acquire().then(([, release]) => release)
      await place
      refuseIfOver()
    }
    const read: Read = async (work) => {
      await acquirePlace()
      clearTimeout(standstill)
      longest ??= setTimeout(() => void end(), longest_ms).unref()
      opened ??= openSnapshot(queries, standstill_ms)
      const { snapshot } = await opened
      try {
        return await transactions.within(() => work(snapshot), [])
      } finally {
        if (!isOver) standstill = setTimeout(() => void end(), standstill_ms).unref()
      }
    }
    const readPiece: Read = (work) => inReadingTurn(queries, () => read(work))
    const readIds: LongReading['readIds'] = (select, size) => idsThroughCursor({ read, readPiece }, select, size)
    return { acquirePlace, read, readPiece, readIds, pause: () => betweenRows(queries), end }
  }
}

const openSnapshot = async (queries: Queries, standstillMs: number) => {
  const begin = queries.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const snapshot = await begin.execute()
  const close = async () => {
    await snapshot.rollback().execute()
  }
  try {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(2 * standstillMs)}`.execute(snapshot)
  } catch (error) {
    await close()
    throw error
  }
  return { snapshot, close }
}
