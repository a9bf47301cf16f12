import type { PGlite } from '@electric-sql/pglite'
import { DatabaseAway } from './database-away'
import { EmbeddedDatabaseFailure, queryPglite } from './pglite-query'
import type { Connections, WatchedPool } from './postgres-pool'
import { SessionClient } from './session-client'

/** How long a caller waits for the session, and how long its holder may leave it idle, in milliseconds. */
const WAITING_TIMEOUT = 10_000
const IDLE_TIMEOUT = 15_000

const ROLLBACK = { sql: 'rollback', parameters: [] }

type Waiting = { begin: () => void; timer: NodeJS.Timeout | undefined }

/**
 * The embedded database's one session as a pool: holders in order of arrival. A caller that waits too long is refused, a holder
 * that is idle too long loses the session, and an open transaction is rolled back before the next holder.
 */
export class PglitePool implements WatchedPool {
  readonly #pglite: PGlite
  readonly #report: (problem: string, error: unknown) => void
  /** The names of the statements that the session has ready. */
  readonly #prepared = new Set<string>()
  readonly #waiting: Waiting[] = []
  #held = false
  #failure: EmbeddedDatabaseFailure | undefined
  #failed: (failure: EmbeddedDatabaseFailure) => void = () => {}
  #ending: Promise<void> | undefined

  /** Resolves when the database cannot be used in this process any more. */
  readonly failed = new Promise<EmbeddedDatabaseFailure>((resolve) => {
    this.#failed = resolve
  })

  constructor(pglite: PGlite, report: (problem: string, error: unknown) => void) {
    this.#pglite = pglite
    this.#report = report
  }

  /** Waits for the session. Rejects with `DatabaseAway` after ten seconds, and at once when it is closed or has failed. */
  async connect(): Promise<SessionClient> {
    if (this.#ending) throw new DatabaseAway('The embedded database is closed')
    await this.#turn(WAITING_TIMEOUT)
    if (!this.#failure) return this.#holder()
    this.#pass()
    throw new DatabaseAway('The server must be started again', this.#failure)
  }

  connections(): Connections {
    return { used: this.#held ? 1 : 0, idle: this.#held ? 0 : 1, waiting: this.#waiting.length }
  }

  /** Lets present and waiting holders finish, then closes the database. */
  end(): Promise<void> {
    this.#ending ??= this.#turn().then(() => (this.#failure ? undefined : this.#pglite.close()))
    return this.#ending
  }

  #turn(timeout?: number): Promise<void> {
    if (!this.#held) {
      this.#held = true
      return Promise.resolve()
    }
    return new Promise((begin, refuse) => {
      const waiting: Waiting = { begin, timer: undefined }
      if (timeout !== undefined) waiting.timer = setTimeout(() => refuse(this.#giveUp(waiting)), timeout)
      this.#waiting.push(waiting)
    })
  }

  #giveUp(waiting: Waiting): DatabaseAway {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    return new DatabaseAway(
      `The embedded database has one session, and it stayed busy for ${WAITING_TIMEOUT / 1000} seconds ` +
        '(within a transaction, every query must go through that transaction)',
    )
  }

  #pass(): void {
    const next = this.#waiting.shift()
    this.#held = next !== undefined
    clearTimeout(next?.timer)
    next?.begin()
  }

  #holder(): SessionClient {
    let idle: NodeJS.Timeout | undefined
    let isHolding = true
    const watch = () => {
      clearTimeout(idle)
      if (isHolding) idle = setTimeout(revoke, IDLE_TIMEOUT)
    }
    const giveBack = () => {
      clearTimeout(idle)
      if (isHolding) void this.#rollBackAndPass()
      isHolding = false
    }
    const client = new SessionClient({
      send: async (statements) => {
        clearTimeout(idle)
        try {
          return await queryPglite(this.#pglite, this.#prepared, statements)
        } catch (error) {
          if (error instanceof EmbeddedDatabaseFailure) this.#fail(error)
          throw error
        } finally {
          watch()
        }
      },
      isLost: (error) => error instanceof EmbeddedDatabaseFailure,
      giveBack,
    })
    const revoke = () => {
      const reason = new Error(`The session was held for ${IDLE_TIMEOUT / 1000} seconds without a query`)
      client.lose(reason)
      this.#report('The embedded database was taken from its holder, and its open transaction was rolled back', reason)
      giveBack()
    }
    watch()
    return client
  }

  async #rollBackAndPass(): Promise<void> {
    try {
      const isOpen = await this.#pglite.runExclusive(async () => !this.#failure && this.#pglite.isInTransaction())
      if (isOpen) await queryPglite(this.#pglite, this.#prepared, [ROLLBACK])
    } catch (error) {
      this.#fail(new EmbeddedDatabaseFailure('A transaction could not be rolled back', { cause: error }))
    }
    this.#pass()
  }

  #fail(failure: EmbeddedDatabaseFailure): void {
    this.#failure = failure
    this.#failed(failure)
    this.#report('The embedded database has failed; the server must be started again', failure)
  }
}
