import type { PostgresPool } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { DatabaseAway, DatabaseBusy } from './database-away'
import { openHosts } from './database-hosts'
import type { PoolSettings } from '../settings'
import { SessionClient } from './session-client'
import { sendStatements } from './statement-group'
import { TEXT_SETTINGS, valueParser } from './value-parsers'

/** Connections in use and idle, and callers who wait for one. */
export type Connections = { used: number; idle: number; waiting: number }
export type WatchedPool = Omit<PostgresPool, 'connect'> & {
  connect: () => Promise<SessionClient>
  connections: () => Connections
}

/** The defaults of the settings. */
export const POOL: PoolSettings = { connections: 10, connection: 5_000, statement: 15_000, commit: 5_000 }
/** For migrations, which may wait for another process that migrates, or build an index for an hour. */
const PATIENT: PoolSettings = { ...POOL, connections: 1, statement: 0, commit: 0 }

/** How much later than the server this process gives up on a statement, in milliseconds. */
const ANSWER_AFTER_STATEMENT = 5_000
const IDLE_IN_TRANSACTION_TIMEOUT = 15_000
const KEEP_ALIVE_AFTER = 10_000

/**
 * A pool of connections to a PostgreSQL server. A lost server causes `DatabaseAway`, in queries and in waiting for a
 * connection, and never ends the process; losses outside any query go to `report`.
 */
export const postgresPool = (
  connectionString: string,
  report: (problem: string, error: unknown) => void,
  settings: PoolSettings,
): WatchedPool => createPool(connectionString, settings, report)

/** The same with one connection without time-outs. */
export const patientPostgresPool = (
  connectionString: string,
  report: (problem: string, error: unknown) => void,
): PostgresPool => createPool(connectionString, PATIENT, report)

const createPool = (
  connectionString: string,
  settings: PoolSettings,
  report: (problem: string, error: unknown) => void,
): WatchedPool => {
  const hosts = openHosts(connectionString)
  const pool = new Pool({
    Client: hosts.Client,
    max: settings.connections,
    application_name: 'equipoise',
    connectionTimeoutMillis: settings.connection,
    query_timeout:
      settings.statement === 0 ? 0 : Math.max(settings.statement, settings.commit) + ANSWER_AFTER_STATEMENT,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    types: { getTypeParser: valueParser },
  })
  const fresh = new WeakSet<PoolClient>()
  pool.on('connect', (client) => fresh.add(client))
  pool.on('error', (error) => {
    // pg attaches the whole client to the error, with the password, which must not be logged.
    Reflect.deleteProperty(error, 'client')
    if (!pool.ending) report('An idle connection to the database was lost', error)
  })
  return {
    connect: () =>
      hosts.firstThat(async () => {
        const client = await connectionOf(pool)
        const session = sessionOver(client, settings)
        if (fresh.delete(client)) await setUp(session, settings, hosts.is_read_write)
        return session
      }),
    end: () => pool.end(),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  }
}

const connectionOf = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    if (error instanceof Error && error.message === POOL_IS_BUSY) throw new DatabaseBusy(error)
    throw new DatabaseAway('The database does not answer', error)
  }
}

/** What pg-pool says where every connection is in use for too long. */
const POOL_IS_BUSY = 'timeout exceeded when trying to connect'

const sessionOver = (client: PoolClient, { commit }: PoolSettings): SessionClient => {
  let warning: Error | undefined
  const onNotice = (notice: { code?: string | undefined; message?: string | undefined }) => {
    if (WARNINGS.has(notice.code ?? '')) warning = new Error(notice.message)
  }
  const session = new SessionClient({
    send: async (statements) => {
      warning = undefined
      const isCommit = statements.at(-1)?.sql === 'commit'
      return sendStatements(client, statements, isCommit ? commit : 0)
    },
    warning: () => warning,
    isLost: (error) => error instanceof Error && error.message === 'Query read timeout',
    giveBack: (lost) => {
      client.off('error', lose)
      client.off('notice', onNotice)
      client.release(lost)
    },
  })
  // A connection in use that breaks emits 'error', which ends the process without a listener.
  const lose = (error: Error) => session.lose(error)
  client.on('error', lose)
  client.on('notice', onNotice)
  return session
}

/** The SQLSTATEs of a cancelled wait for a standby: by request, and because the connection is terminated. Notices have others. */
const WARNINGS = new Set(['01000', '57P01'])

/** Sent as a statement, since poolers such as PgBouncer refuse unknown settings in the start-up message. */
const setUp = async (session: SessionClient, { statement }: PoolSettings, needsPrimary: boolean): Promise<void> => {
  const settings = {
    ...TEXT_SETTINGS,
    // The warning of a COMMIT must be received, whatever the server's setting.
    client_min_messages: 'warning',
    statement_timeout: statement,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
    // Our statements are short. Compiling one first takes a tenth of a second where the planner expects many rows.
    jit: 'off',
  }
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`)
  try {
    await session.query(statements.join('; '), [])
    if (needsPrimary) await assertPrimary(session)
  } catch (error) {
    const reason = new DatabaseAway('The connection to the database could not be set up', error)
    session.lose(reason)
    session.release()
    throw reason
  }
}

const assertPrimary = async (session: SessionClient): Promise<void> => {
  const { rows } = await session.query<{ takes: boolean }>(
    "select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as takes",
    [],
  )
  if (rows[0]?.takes !== true) throw new Error('This server takes no changes')
}
