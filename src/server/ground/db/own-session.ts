import type { PostgresPool } from 'kysely'
import { randomUUID } from 'node:crypto'

/** Somebody else's query may come between and hide that connections are shared. */
const TRIES = 3

const SHARED =
  'A pooler gives the connections of one session to others (PgBouncer in transaction mode): set pool_mode=session for this database'

/**
 * Throws one sentence where a pooler shares connections between sessions. Statements that a session has ready, and its time-outs,
 * would be those of another: statements would fail, or wait for ever.
 */
export const assertOwnSessions = async (pool: PostgresPool): Promise<void> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const [one, other] = await Promise.all([pool.connect(), pool.connect()])
    try {
      const mark = randomUUID()
      await one.query("select set_config('equipoise.session', $1, false)", [mark])
      const { rows } = await other.query<{ mark: string | null }>(
        "select current_setting('equipoise.session', true) as mark",
        [],
      )
      if (rows[0]?.mark === mark) throw new Error(SHARED)
    } finally {
      one.release()
      other.release()
    }
  }
}
