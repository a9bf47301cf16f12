import { randomUUID } from 'node:crypto'
import type { WatchedPool } from './postgres-pool'

/** Another session's query may come between and hide that connections are shared. */
const TRIES = 3

const SHARED =
  'A pooler gives the connections of one session to others (PgBouncer in transaction mode): set pool_mode=session for this database'

/**
 * Throws one sentence where a pooler shares connections between sessions. Prepared statements and time-outs of a
 * session would then be those of another: statements would fail, or wait for ever.
 */
export const assertOwnSessions = async (pool: WatchedPool): Promise<void> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (await sharesSessions(pool)) throw new Error(SHARED)
  }
}

/** Without a second connection nothing can be compared: the start then continues with the one that there is. */
const sharesSessions = async (pool: WatchedPool): Promise<boolean> => {
  const one = await pool.connect()
  try {
    const other = await pool.connect().catch(() => null)
    if (other === null) return false
    try {
      const mark = randomUUID()
      await one.query("select set_config('equipoise.session', $1, false)", [mark])
      const { rows } = await other.query<{ mark: string | null }>(
        "select current_setting('equipoise.session', true) as mark",
        [],
      )
      return rows[0]?.mark === mark
    } finally {
      // No other caller needs a second one yet.
      other.lose(new Error('It was opened to be compared'))
      other.release()
    }
  } finally {
    one.release()
  }
}
