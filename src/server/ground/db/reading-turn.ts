import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Queries } from './transaction'
import { isWriteUnderWay } from './writes-under-way'

/**
 * What long lists are read for, and the longest that a piece of each lets those who write go first, in milliseconds: a reader comes to
 * an end beside any number of them. Somebody waits for a list with a tablet in their hand, and for a file beside a progress bar.
 */
const COURTESY_MS = { list: 10, file: 50 } as const
type Purpose = keyof typeof COURTESY_MS

const LOOKS_EVERY_MS = 5

const last: Record<Purpose, WeakMap<Queries, Promise<unknown>>> = { list: new WeakMap(), file: new WeakMap() }

/**
 * Reads one piece of a long list when those who asked before for the same purpose have read theirs, and after whoever writes just now.
 * Whoever waits holds no connection. Any number of people who export leave as much of the process and of its connections to whoever
 * randomises as one of them does.
 */
export const inReadingTurn = async <Piece>(
  queries: Queries,
  read: () => Promise<Piece>,
  purpose: Purpose = 'file',
): Promise<Piece> => {
  const turn = (last[purpose].get(queries) ?? Promise.resolve()).then(async () => {
    // The embedded database answers without ever letting go of the thread: here other requests have their turn.
    await setImmediate()
    await writersFirst(queries, COURTESY_MS[purpose])
    return read()
  })
  // Whoever comes next waits for this one, not for its failure.
  last[purpose].set(
    queries,
    turn.catch(() => undefined),
  )
  return turn
}

const writersFirst = async (queries: Queries, courtesyMs: number): Promise<void> => {
  for (let waited = 0; isWriteUnderWay(queries) && waited < courtesyMs; waited += LOOKS_EVERY_MS)
    await setTimeout(LOOKS_EVERY_MS)
}
