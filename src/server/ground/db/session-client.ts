import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { DatabaseError } from 'pg'
import { CommitOutcomeUnknown, DatabaseAway, TransactionAborted } from './database-away'
import { isSentWithNext, isThenCommitted } from './statement-marks'

export type Statement = { sql: string; parameters: readonly unknown[] }

/** The session of a client: a connection to a server, or the embedded database's one session. */
export type Session = {
  /**
   * Sends statements in one message. Each runs when the one before it has, and none after one that failed, whose error this throws.
   * Resolves with the answer of each.
   */
  send: (statements: readonly Statement[]) => Promise<readonly unknown[]>
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
const BEGIN = /^(begin|start transaction)/
const COMMIT = 'commit'
const ROLLBACK = 'rollback'
const answered = (command: string) => ({ command, rowCount: null, rows: [] })

/**
 * A session for Kysely's PostgreSQL dialect, the same over both databases. After a loss every query throws
 * `DatabaseAway`, and a query that may have been committed `CommitOutcomeUnknown`; a rollback needs no session, so that
 * the first error stays visible. A transaction begins in one message with its first statement, and marked statements
 * share one with another (`statement-marks.ts`): each message is a round trip to the server.
 */
export class SessionClient implements PostgresPoolClient {
  readonly #session: Session
  #lost: Error | undefined
  #released = false
  #transaction: 'none' | 'open' | 'committed' = 'none'
  /** The statements for the next message. */
  #waiting: Statement[] = []

  constructor(session: Session) {
    this.#session = session
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(sql: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof sql !== 'string') throw new TypeError('Rows are read whole, not through a cursor')
    return this.#query({ sql, parameters })
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

  async #query(statement: Statement): Promise<unknown> {
    const { sql } = statement
    if (this.#released) throw new Error('The session was given back already')
    if (this.#transaction === 'committed') return this.#afterCommit(sql)
    if (this.#lost) {
      if (sql === ROLLBACK) return answered('ROLLBACK')
      throw new DatabaseAway('The connection to the database is lost', this.#lost)
    }
    const isBegin = BEGIN.test(sql)
    if (isBegin) this.#transaction = 'open'
    if (isBegin || (this.#transaction === 'open' && isSentWithNext(sql))) {
      this.#waiting.push(statement)
      return answered('')
    }
    if (sql === COMMIT || sql === ROLLBACK) return this.#end(statement)
    const isLast = this.#transaction === 'open' && isThenCommitted(sql)
    const answers = await this.#send(isLast ? [statement, { sql: COMMIT, parameters: [] }] : [statement])
    if (!isLast) return answers.at(-1)
    this.#transaction = 'committed'
    return answers.at(-2)
  }

  async #end(statement: Statement): Promise<unknown> {
    const hasBegun = !this.#waiting.some(({ sql }) => BEGIN.test(sql))
    this.#waiting = []
    try {
      return hasBegun ? (await this.#send([statement])).at(-1) : answered(statement.sql.toUpperCase())
    } finally {
      this.#transaction = 'none'
    }
  }

  /** The commands that Kysely still sends for a transaction that its last statement committed. */
  #afterCommit(sql: string): unknown {
    if (sql === COMMIT) {
      this.#transaction = 'none'
      return answered('COMMIT')
    }
    const reason = new Error('The transaction was committed with its last statement')
    if (sql !== ROLLBACK) throw reason
    this.#transaction = 'none'
    throw new CommitOutcomeUnknown(reason)
  }

  async #send(statements: readonly Statement[]): Promise<readonly unknown[]> {
    const last = statements.at(-1)?.sql ?? ''
    const before = this.#waiting
    this.#waiting = []
    try {
      const answers = await this.#session.send([...before, ...statements])
      if (last === COMMIT && isRolledBack(answers.at(-1))) throw new TransactionAborted()
      // The only warning of a COMMIT: the required standby did not confirm it.
      const warning = this.#mayBeCommitted(last) ? this.#session.warning?.() : undefined
      if (warning) throw new CommitOutcomeUnknown(warning)
      return answers
    } catch (error) {
      if (last === COMMIT && error instanceof DatabaseError && error.code === ABORTED) throw new TransactionAborted()
      if (!this.#isLost(error)) throw error
      this.lose(error instanceof Error ? error : new Error(String(error)))
      if (last === ROLLBACK) return [answered('ROLLBACK')]
      if (this.#mayBeCommitted(last)) throw new CommitOutcomeUnknown(error)
      throw new DatabaseAway('The connection to the database was lost', error)
    }
  }

  #isLost(error: unknown): boolean {
    if (error instanceof DatabaseError) return FATAL.test(error.code ?? '')
    return this.#lost !== undefined || this.#session.isLost(error)
  }

  #mayBeCommitted(sql: string): boolean {
    return sql === COMMIT || !(this.#transaction === 'open' || /^\s*select\b/i.test(sql))
  }
}

/** Kysely 0.28 takes this answer to a commit for success. */
const isRolledBack = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'command' in result && result.command === 'ROLLBACK'
