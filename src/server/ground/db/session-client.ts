import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { DatabaseError } from 'pg'
import { CommitOutcomeUnknown, DatabaseAway, TransactionAborted } from './database-away'

/** The session of a client: a connection to a server, or the embedded database's one session. */
export type Session = {
  send: (sql: string, parameters: readonly unknown[]) => Promise<unknown>
  /** The server's warning during the last `send`. */
  warning?: () => Error | undefined
  /** Whether an error of `send` means that the session itself is gone, not only the query. */
  isLost: (error: unknown) => boolean
  /** Called once, when the holder is done; `lost` sessions must not be used again. */
  giveBack: (lost: boolean) => void
}

/** SQLSTATEs after which the server hangs up: connection exceptions, shutdowns, its time-outs for idle and long transactions. */
const FATAL = /^(08|57P|25P03|25P04)/

/** The code of a statement before the COMMIT in a transaction that has failed already. */
const ABORTED = '25P02'

/** Kysely's statements. */
const COMMIT = 'commit'
const ROLLBACK = 'rollback'
const ROLLED_BACK = { command: 'ROLLBACK', rowCount: null, rows: [] }

/**
 * A session for Kysely's PostgreSQL dialect, the same over both databases. After a loss every query throws `DatabaseAway`, and
 * a query that may have been committed `CommitOutcomeUnknown`; a rollback needs no session, so that the first error stays
 * visible.
 */
export class SessionClient implements PostgresPoolClient {
  readonly #session: Session
  #lost: Error | undefined
  #released = false
  #inTransaction = false

  constructor(session: Session) {
    this.#session = session
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('Rows are read whole, not through a cursor')
    return this.#query(sql, parameters)
  }

  /** Marks the session as lost, for this reason; a query in progress ends by its own error. */
  lose(reason: Error): void {
    this.#lost ??= reason
  }

  release(): void {
    if (this.#released) throw new Error('The session was given back already')
    this.#released = true
    this.#session.giveBack(this.#lost !== undefined)
  }

  async #query(sql: string, parameters: readonly unknown[]): Promise<unknown> {
    if (this.#released) throw new Error('The session was given back already')
    if (this.#lost && sql !== ROLLBACK) throw new DatabaseAway('The connection to the database is lost', this.#lost)
    if (this.#lost) return ROLLED_BACK
    if (/^(begin|start transaction)/.test(sql)) this.#inTransaction = true
    try {
      const result = await this.#session.send(sql, parameters)
      if (sql === COMMIT && isRolledBack(result)) throw new TransactionAborted()
      // The only warning of a COMMIT: the required standby did not confirm it.
      const warning = this.#mayBeCommitted(sql) ? this.#session.warning?.() : undefined
      if (warning) throw new CommitOutcomeUnknown(warning)
      return result
    } catch (error) {
      if (sql === COMMIT && error instanceof DatabaseError && error.code === ABORTED) throw new TransactionAborted()
      if (!this.#isLost(error)) throw error
      this.lose(error instanceof Error ? error : new Error(String(error)))
      if (sql === ROLLBACK) return ROLLED_BACK
      if (this.#mayBeCommitted(sql)) throw new CommitOutcomeUnknown(error)
      throw new DatabaseAway('The connection to the database was lost', error)
    } finally {
      if (sql === COMMIT || sql === ROLLBACK) this.#inTransaction = false
    }
  }

  #isLost(error: unknown): boolean {
    if (error instanceof DatabaseError) return FATAL.test(error.code ?? '')
    return this.#lost !== undefined || this.#session.isLost(error)
  }

  #mayBeCommitted(sql: string): boolean {
    return sql === COMMIT || !(this.#inTransaction || /^\s*select\b/i.test(sql))
  }
}

/** Kysely 0.28 takes this answer to a commit for success. */
const isRolledBack = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'command' in result && result.command === 'ROLLBACK'
