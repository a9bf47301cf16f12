import { findSessions, type SessionRow } from '../db/sessions'
import type { Queries } from '../db/transaction'
import { createBatchQueue } from '../batch-queue'

/** Reads the current session of a request. It is never cached, because another process may have ended it. */
export type SessionReader = (sessionId: string) => Promise<SessionRow | undefined>

/** How many requests share one reading. */
const MAX_PER_READING = 100

/** Requests that arrive during a read share the next one, so a busy server reads once for many of them. */
export const createSessionReader = (queries: Queries): SessionReader => {
  const readings = createBatchQueue<'sessions', string, SessionRow | undefined>({
    perform: async (_, dequeue) => {
      const ids = dequeue()
      const sessions = await findSessions(queries, ids)
      return ids.map((id) => sessions.find(({ session_id }) => session_id === id))
    },
    maxBatchSize: MAX_PER_READING,
    mayRepeat: () => false,
  })
  return async (sessionId) => readings.enqueue('sessions', sessionId)
}
