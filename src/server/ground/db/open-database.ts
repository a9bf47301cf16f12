import { Kysely, PostgresDialect, sql, type PostgresPool } from 'kysely'
import type { PGlite } from '@electric-sql/pglite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from './folder-lock'
import { piecewiseReading, snapshotReadings, type LongReading } from './long-reading'
import { PglitePool } from './pglite-pool'
import { assertOwnSessions } from './own-session'
import { openFolder } from './pglite-storage'
import { TrialConnectionLimiter } from './trial-connection-limiter'
import type { PoolSettings } from '../settings'
import { patientPostgresPool, POOL, postgresPool, type Connections } from './postgres-pool'
import { assertReady, obstacleTo } from './readiness'
import type { Schema } from './schema'
import { TransactionScope } from './transaction-scope'
import type { Queries } from './transaction'

type Opened = {
  /** For single reads; writes go through `inTransaction`. */
  queries: Queries
  /** Tracks the open transactions of `inTransaction`. */
  transactions: TransactionScope
  /** Limits the connections of writes in one trial. */
  trialConnections: TrialConnectionLimiter
  /** The connections of this process. */
  connections: () => Connections
  /** Begins to read a long list. */
  beginReading: () => LongReading
  /** Asks the database for a sign of life and returns its version, such as `15.14`. Rejects with `DatabaseAway`. */
  ping: () => Promise<string>
  /** Resolves while the database accepts writes; rejects within five seconds otherwise. */
  ready: () => Promise<void>
  /** Runs work of any duration, such as migrations, on a connection without time-outs. */
  withoutTimeouts: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>
  /** Lets open transactions finish, then closes. May be called twice. */
  close: () => Promise<void>
}

export type EmbeddedDatabase = Opened & {
  kind: 'embedded'
  /** A backup: its files as a gzipped tar archive, to be unpacked into an empty `DATA_DIR/postgres`. */
  dump: () => Promise<Blob>
  /** Resolves when it has failed, such as its disk: only another process can open it again. */
  failed: Promise<Error>
}
export type ServerDatabase = Opened & { kind: 'server' }
export type OpenDatabase = EmbeddedDatabase | ServerDatabase

/** Receives errors outside any query: an idle connection that broke, a transaction that was taken from its holder. */
export type Report = (problem: string, error: unknown) => void

type Settings = {
  database_url: string | undefined
  data_dir: string
  pool?: PoolSettings
  /** The setting with the address, for error messages. */
  setting?: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL'
}

const OLDEST_SERVER = 15

/**
 * Opens the database at `database_url`, or the embedded one in `<data_dir>/postgres` for this process alone. Throws one
 * sentence that names the setting or the folder where that fails.
 */
export const openDatabase = (
  { database_url, data_dir, pool, setting = 'DATABASE_URL' }: Settings,
  report: Report,
): Promise<OpenDatabase> =>
  database_url === undefined ? openEmbedded(data_dir, report) : openServer(database_url, report, pool ?? POOL, setting)

/** The database from `openMemory`; closing it closes PGlite. */
export const embeddedInMemory = (pglite: PGlite, report: Report): EmbeddedDatabase =>
  embeddedOver(pglite, report, () => {})

const openEmbedded = async (dataDir: string, report: Report): Promise<EmbeddedDatabase> => {
  mkdirSync(dataDir, { recursive: true })
  const folder = join(dataDir, 'postgres')
  const lock = lockFolder(folder)
  try {
    return embeddedOver(await openFolder(folder), report, lock.release)
  } catch (error) {
    lock.release()
    throw error
  }
}

const embeddedOver = (pglite: PGlite, report: Report, unlock: () => void): EmbeddedDatabase => {
  const pool = new PglitePool(pglite, report)
  const transactions = new TransactionScope()
  const queries = queriesOver(transactions.guard(pool))
  const close = once(async () => {
    try {
      await pool.end()
    } finally {
      unlock()
    }
  })
  const dump = async () => {
    const session = await pool.connect()
    try {
      await session.query('checkpoint', [])
      return await pglite.dumpDataDir('gzip')
    } finally {
      session.release()
    }
  }
  return {
    kind: 'embedded',
    queries,
    transactions,
    trialConnections: trialConnectionsOf(POOL),
    connections: () => pool.connections(),
    beginReading: () => piecewiseReading(queries),
    ping: () => ping(queries),
    ready: () => assertReady({ queries, transactions }),
    withoutTimeouts: (work) => work(queries),
    close,
    dump,
    failed: pool.failed,
  }
}

const openServer = async (
  connectionString: string,
  report: Report,
  settings: PoolSettings,
  setting: string,
): Promise<ServerDatabase> => {
  const pool = postgresPool(connectionString, report, settings)
  const transactions = new TransactionScope()
  const queries = queriesOver(transactions.guard(pool))
  const close = once(() => pool.end())
  const withoutTimeouts = async <T>(work: (queries: Queries) => Promise<T>): Promise<T> => {
    const patientPool = patientPostgresPool(connectionString, report)
    try {
      return await work(queriesOver(patientPool))
    } finally {
      await patientPool.end()
    }
  }
  try {
    refuseOldServer(await ping(queries))
    const obstacle = await obstacleTo(queries)
    if (obstacle !== null) throw new Error(obstacle)
    await assertOwnSessions(pool)
  } catch (error) {
    await close()
    throw new Error(`${setting}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const ready = () => assertReady({ queries, transactions })
  const trialConnections = trialConnectionsOf(settings)
  const beginReading = snapshotReadings({ queries, transactions, limit: thirdOf(settings) })
  return {
    kind: 'server',
    queries,
    transactions,
    trialConnections,
    connections: pool.connections,
    beginReading,
    ping: () => ping(queries),
    ready,
    withoutTimeouts,
    close,
  }
}

/**
 * A third of the connections for one trial, so that two busy trials leave some for the others; and one for long
 * readings.
 */
const thirdOf = ({ connections }: PoolSettings): number => Math.max(1, Math.floor(connections / 3))

const trialConnectionsOf = (settings: PoolSettings) =>
  new TrialConnectionLimiter({ limit: thirdOf(settings), timeoutMs: settings.statement })

const queriesOver = (pool: PostgresPool): Queries => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

const ping = async (queries: Queries): Promise<string> => {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(queries)
  return rows[0]?.version ?? ''
}

const refuseOldServer = (version: string): void => {
  if (Number.parseInt(version, 10) >= OLDEST_SERVER) return
  throw new Error(`PostgreSQL ${OLDEST_SERVER} or newer is needed; this is ${version}`)
}

const once = (close: () => Promise<void>): (() => Promise<void>) => {
  let closed: Promise<void> | undefined
  return () => (closed ??= close())
}
