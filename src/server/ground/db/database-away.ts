import { DatabaseError } from 'pg'

/** The database cannot be reached, or left in the middle. Nothing was changed: what was begun is rolled back. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'

  constructor(what: string, cause?: unknown) {
    super(cause === undefined ? what : `${what}: ${reasonOf(cause)}`, { cause })
  }
}

/**
 * The connection was lost between sending a COMMIT (or a write of its own) and its answer, or a standby that must have it did not say so
 * in time: it may have been done or not, and may be lost yet. Never repeat it blindly; look the idempotency key up.
 */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'

  constructor(cause: unknown) {
    super(`The outcome of the commit is unknown: ${reasonOf(cause)}`, { cause })
  }
}

/** PostgreSQL answered COMMIT with ROLLBACK: the work swallowed the error of a query, and nothing was changed. */
export class TransactionAborted extends Error {
  override name = 'TransactionAborted'

  constructor() {
    super('Transaction was rolled back instead of committed')
  }
}

/** SQLSTATEs by which a server that still answers says "not now"; the transaction is rolled back. */
const NOT_NOW = new Set([
  '25006', // read_only_sql_transaction: a standby, or a server that was set to take no changes
  '25P03', // idle_in_transaction_session_timeout
  '40P01', // deadlock_detected
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '55P03', // lock_not_available
  '57014', // query_canceled: the statement time-out
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '58030', // io_error
])

/** Those by which it says that it takes no changes at all for now. */
const TAKES_NO_CHANGES = new Set(['25006', '53100', '58030'])

/** Whether a server that still answers took no change, and may take none of anybody. */
export const takesNoChanges = (error: unknown): boolean =>
  error instanceof DatabaseError && TAKES_NO_CHANGES.has(error.code ?? '')

/** Whether two transactions waited for each other and this one was given up: the other goes on, and this may try again. */
export const isDeadlock = (error: unknown): boolean => error instanceof DatabaseError && error.code === '40P01'

/**
 * Whether an error means that the database is away for now and nothing was changed, which HTTP answers with 503. Never
 * true for `CommitOutcomeUnknown`.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof DatabaseAway || (error instanceof DatabaseError && NOT_NOW.has(error.code ?? ''))

/** What to say of a cause. Where a host name has several addresses, failing to connect has a code, but no message. */
export const reasonOf = (cause: unknown): string => {
  if (typeof cause !== 'object' || cause === null) return String(cause)
  const said = [
    'message' in cause ? String(cause.message) : '',
    'code' in cause ? String(cause.code) : '',
    'name' in cause ? String(cause.name) : '',
  ]
  return said.find((text) => text !== '') ?? 'no reason given'
}
