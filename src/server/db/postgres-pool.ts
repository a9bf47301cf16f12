import type { PostgresPool } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { DatabaseAway } from './database-away'
import { encodeParameter } from './encode-parameter'
import { SessionClient } from './session-client'
import { TEXT_SETTINGS, valueParser } from './value-parsers'

/** Time-outs in milliseconds; 0 stands for none. */
type Patience = { statement: number; answer: number }

/** For requests: the server gives up on a statement before we give up on the server. */
const REQUEST: Patience = { statement: 15_000, answer: 20_000 }
/** For migrations, which may have to wait for another process that migrates, or build an index for an hour. */
const MIGRATION: Patience = { statement: 0, answer: 0 }

const CONNECTION_TIMEOUT = 5_000
const IDLE_IN_TRANSACTION_TIMEOUT = 15_000
const KEEP_ALIVE_AFTER = 10_000

/**
 * A pool of connections to a PostgreSQL server. A lost server is met as `DatabaseAway`, by queries and by waiting for a
 * connection alike, and never ends the process; losses that no query meets go to `report`.
 */
export const postgresPool = (
  connectionString: string,
  report: (problem: string, error: unknown) => void,
): PostgresPool => createPool(connectionString, 10, REQUEST, report)

/** The same with one connection that waits as long as it takes. */
export const patientPostgresPool = (
  connectionString: string,
  report: (problem: string, error: unknown) => void,
): PostgresPool => createPool(connectionString, 1, MIGRATION, report)

const createPool = (
  connectionString: string,
  max: number,
  patience: Patience,
  report: (problem: string, error: unknown) => void,
): PostgresPool => {
  const pool = new Pool({
    connectionString,
    max,
    application_name: 'equipoise',
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    query_timeout: patience.answer,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER,
    types: { getTypeParser: valueParser },
  })
  const fresh = new WeakSet<PoolClient>()
  pool.on('connect', (client) => fresh.add(client))
  pool.on('error', (error) => {
    // pg hangs the whole client on the error, password and all: nothing for a log.
    Reflect.deleteProperty(error, 'client')
    if (!pool.ending) report('An idle connection to the database was lost', error)
  })
  return {
    connect: async () => {
      const client = await connectionOf(pool)
      const session = sessionOver(client)
      if (fresh.delete(client)) await setUp(session, patience)
      return session
    },
    end: () => pool.end(),
  }
}

const connectionOf = async (pool: Pool): Promise<PoolClient> => {
  try {
    return await pool.connect()
  } catch (error) {
    throw new DatabaseAway('The database does not answer', error)
  }
}

const sessionOver = (client: PoolClient): SessionClient => {
  const session = new SessionClient({
    send: (sql, parameters) => client.query(sql, parameters.map(encodeParameter)),
    isLost: (error) => error instanceof Error && error.message === 'Query read timeout',
    giveBack: (lost) => {
      client.off('error', lose)
      client.release(lost)
    },
  })
  // A connection in use that breaks emits 'error', which ends the process where nobody listens.
  const lose = (error: Error) => session.lose(error)
  client.on('error', lose)
  return session
}

/** Sent as a statement, since poolers such as PgBouncer refuse unknown settings in the start-up message. */
const setUp = async (session: SessionClient, { statement }: Patience): Promise<void> => {
  const settings = {
    ...TEXT_SETTINGS,
    statement_timeout: statement,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
    // Our statements are short. Compiling one first takes a tenth of a second wherever the planner thinks of many rows.
    jit: 'off',
  }
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`)
  try {
    await session.query(statements.join('; '), [])
  } catch (error) {
    const reason = new DatabaseAway('The connection to the database could not be set up', error)
    session.lose(reason)
    session.release()
    throw reason
  }
}
