import { refused } from '#domain/outcome'
import { sql } from 'kysely'
import { DatabaseAway } from './database-away'
import { inTransaction } from './transaction'
import type { TransactionScope } from './transaction-scope'
import type { Queries } from './transaction'

type Database = { queries: Queries; transactions: TransactionScope }

/** How long a database may take to answer whether it accepts writes, in milliseconds. */
const TIMEOUT_MS = 4_000

/**
 * Resolves while the database accepts writes. Rejects with the reason: no answer, a standby, read only, or a failed write after
 * which there is still no room.
 */
export const assertReady = async (database: Database): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseAway(`The database did not answer in ${TIMEOUT_MS / 1000} seconds`)),
      TIMEOUT_MS,
    )
  })
  try {
    await Promise.race([isLate, assertTakesChanges(database)])
  } finally {
    clearTimeout(timer)
  }
}

const assertTakesChanges = async (database: Database): Promise<void> => {
  const obstacle = await obstacleTo(database.queries)
  if (obstacle !== null) throw new DatabaseAway(obstacle)
  if (!database.transactions.acceptsWrites) await tryAChange(database)
}

/** Why a database that answers accepts no writes, in a sentence; null where it may. */
export const obstacleTo = async (queries: Queries): Promise<string | null> => {
  const { rows } = await sql<{ is_standby: boolean; is_read_only: boolean }>`
    select pg_is_in_recovery() as is_standby, current_setting('default_transaction_read_only') = 'on' as is_read_only
  `.execute(queries)
  if (rows[0]?.is_standby) return 'This database is a standby and takes no changes: set DATABASE_URL to the primary'
  return rows[0]?.is_read_only
    ? 'This database is set to read only (default_transaction_read_only) and takes no changes'
    : null
}

/** Writes to a temporary table, so that the disk must have room; nothing of it stays. */
const tryAChange = async (database: Database): Promise<void> => {
  await inTransaction(database, async (transaction) => {
    await sql`create temporary table room on commit drop as select repeat(md5(n::text), 60) from generate_series(1, 40) n`.execute(
      transaction,
    )
    return refused(null)
  })
  database.transactions.acceptsWrites = true
}
