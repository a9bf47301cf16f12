import { setImmediate } from 'node:timers/promises'
import type { Queries } from '../db/transaction'

const last = new WeakMap<Queries, Promise<unknown>>()

/**
 * Reads one piece of a long list when those who asked before have read theirs. Any number of people who export leave as much of
 * the process and of its connections to whoever randomises as one of them does.
 */
export const inReadingTurn = async <Piece>(queries: Queries, read: () => Promise<Piece>): Promise<Piece> => {
  const turn = (last.get(queries) ?? Promise.resolve()).then(async () => {
    // The embedded database answers without ever letting go of the thread: here other requests have their turn.
    await setImmediate()
    return read()
  })
  // Whoever comes next waits for this one, not for its failure.
  last.set(
    queries,
    turn.catch(() => undefined),
  )
  return turn
}
