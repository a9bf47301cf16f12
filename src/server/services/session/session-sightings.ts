import type { Logger } from 'pino'
import { earlier } from '../../clock'
import { storeSightings, type SessionRow, type Sighting } from '../../db/sessions'
import type { Queries } from '../../db/transaction'

/** Records when sessions were heard of last, beside the requests that tell it: none of them waits for that. */
export type SessionSightings = {
  /** A request came at `now`; `tokenExpiresAt` is the end of the later token it was given, or null where it was given none. */
  note: (session: Pick<SessionRow, 'session_id' | 'last_seen_at'>, now: string, tokenExpiresAt: string | null) => void
  /** Resolves when all that was noted is recorded. */
  settled: () => Promise<void>
}

/** Seconds: it is not recorded more often than this that a session was heard of. */
const GRAIN = 5 * 60

/** What is noted while something is being written is written next, as one. A sighting that cannot be written is only logged. */
export const createSessionSightings = (queries: Queries, log: Logger): SessionSightings => {
  const noted = new Map<string, Sighting>()
  let writing: Promise<void> | null = null

  const write = async () => {
    while (noted.size > 0) {
      const sightings = [...noted.values()]
      noted.clear()
      try {
        await storeSightings(queries, sightings)
      } catch (error) {
        log.warn({ error }, 'it could not be recorded when sessions were heard of last')
      }
    }
    writing = null
  }

  return {
    note: ({ session_id, last_seen_at }, now, tokenExpiresAt) => {
      if (tokenExpiresAt === null && last_seen_at > earlier(now, GRAIN)) return
      const token_expires_at = tokenExpiresAt ?? noted.get(session_id)?.token_expires_at ?? null
      noted.set(session_id, { session_id, seen_at: now, token_expires_at })
      writing ??= write()
    },
    settled: async () => {
      await writing
    },
  }
}
