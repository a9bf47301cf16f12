import { setTimeout } from 'node:timers/promises'
import { giveWay } from '../in-turns'
import type { Queries } from './transaction'
import { isWriteUnderWay } from './writes-under-way'

/**
 * The purposes of long lists, and the longest time for which a piece of each lets writes go first, in milliseconds:
 * every list ends, beside any number of writes. A person waits for a list with a tablet in their hand, and for a file
 * beside a progress bar.
 */
const COURTESY_MS = { list: 10, file: 50 } as const
type Purpose = keyof typeof COURTESY_MS

const LOOKS_EVERY_MS = 5

const last: Record<Purpose, WeakMap<Queries, Promise<unknown>>> = { list: new WeakMap(), file: new WeakMap() }

/**
 * Reads one piece of a long list after earlier pieces of the same purpose, and after present writes. A waiting caller
 * has no connection. Any number of exports together leave as much of the process and of its connections to randomising
 * as one of them does.
 */
export const inReadingTurn = async <Piece>(
  queries: Queries,
  read: () => Promise<Piece>,
  purpose: Purpose = 'file',
): Promise<Piece> => {
  const turn = (last[purpose].get(queries) ?? Promise.resolve()).then(async () => {
    // The embedded database never yields the thread: other requests run here.
    await giveWay()
    await writersFirst(queries, COURTESY_MS[purpose])
    return read()
  })
  // The next caller waits for this one, not for its failure.
  last[purpose].set(
    queries,
    turn.catch(() => undefined),
  )
  return turn
}

/** Between a few rows of a piece that are written: other requests are served, and present writes go first for a moment. */
export const betweenRows = async (queries: Queries): Promise<void> => {
  await giveWay()
  await writersFirst(queries, COURTESY_OF_ROWS_MS)
}

const COURTESY_OF_ROWS_MS = 10

const writersFirst = async (queries: Queries, courtesyMs: number): Promise<void> => {
  for (let waited = 0; isWriteUnderWay(queries) && waited < courtesyMs; waited += LOOKS_EVERY_MS)
    await setTimeout(LOOKS_EVERY_MS)
}
