import type { Logger } from 'pino'
import { earlier } from '../time/clock'
import { storeActivityRecords, type SessionRow, type ActivityRecord } from '../db/sessions'
import type { Queries } from '../db/transaction'

/** Records when each session was last used. No request waits for this. */
export type SessionActivity = {
  /**
   * A request at `now`, on a device that a person last touched at `activeAt`; `tokenExpiresAt` is the end of the
   * renewed token, or null without one.
   */
  record: (session: RequestingSession, now: string, activeAt: string, tokenExpiresAt: string | null) => void
  /** Resolves when all records are written. */
  settled: () => Promise<void>
}

type RequestingSession = Pick<SessionRow, 'session_id' | 'last_seen_at' | 'active_at'>

/** Seconds between two records of a session's requests. */
const GRAIN = 5 * 60
/** Seconds between two records of a person's activity in it. */
const ACTIVE_GRAIN = 60

/** Records that arrive during a write are written together after it. A record that cannot be written is only logged. */
export const createSessionActivity = (queries: Queries, log: Logger): SessionActivity => {
  const unwritten = new Map<string, ActivityRecord>()
  let writing: Promise<void> | null = null

  const write = async () => {
    while (unwritten.size > 0) {
      const records = [...unwritten.values()]
      unwritten.clear()
      try {
        await storeActivityRecords(queries, records)
      } catch (error) {
        log.warn({ error }, 'the last use of sessions could not be recorded')
      }
    }
    writing = null
  }

  return {
    record: ({ session_id, last_seen_at, active_at }, now, activeAt, tokenExpiresAt) => {
      const isRecent = last_seen_at > earlier(now, GRAIN) && active_at > earlier(activeAt, ACTIVE_GRAIN)
      if (tokenExpiresAt === null && isRecent) return
      const before = unwritten.get(session_id)
      const token_expires_at = tokenExpiresAt ?? before?.token_expires_at ?? null
      const latest = before !== undefined && before.active_at > activeAt ? before.active_at : activeAt
      unwritten.set(session_id, { session_id, seen_at: now, active_at: latest, token_expires_at })
      writing ??= write()
    },
    settled: async () => {
      await writing
    },
  }
}
