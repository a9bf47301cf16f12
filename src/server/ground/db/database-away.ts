import { DatabaseError } from 'pg'

/** The database cannot be reached, or the connection broke. Nothing was changed: the transaction is rolled back. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'

  constructor(problem: string, cause?: unknown) {
    super(cause === undefined ? problem : `${problem}: ${reasonOf(cause)}`, { cause })
  }
}

/** Every connection of this process to the database stayed in use. Nothing was changed, and another server would not help. */
export class DatabaseBusy extends DatabaseAway {
  constructor(cause: unknown) {
    super('The database does not answer', cause)
  }
}

/**
 * The connection broke between a COMMIT (or a lone write) and its answer, or a required standby did not confirm in time. The
 * work may be done or not, and may still be lost. Never repeat it blindly; look the idempotency key up.
 */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'

  constructor(cause: unknown) {
    super(`The outcome of the commit is unknown: ${reasonOf(cause)}`, { cause })
  }
}

/** PostgreSQL answered COMMIT with ROLLBACK: the work ignored the error of a query, and nothing was changed. */
export class TransactionAborted extends Error {
  override name = 'TransactionAborted'

  constructor() {
    super('Transaction was rolled back instead of committed')
  }
}

/** SQLSTATEs of a server that is temporarily unable to work; the transaction is rolled back. */
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

/** Those of a server that accepts no writes at all at present. */
const READ_ONLY_CODES = new Set(['25006', '53100', '58030'])

/** Whether the server refused a write, and may refuse all writes. */
export const refusesWrites = (error: unknown): boolean =>
  error instanceof DatabaseError && READ_ONLY_CODES.has(error.code ?? '')

/** Whether this transaction was ended because of a deadlock; it may be tried again. */
export const isDeadlock = (error: unknown): boolean => error instanceof DatabaseError && error.code === '40P01'

/**
 * Whether an error means that the database is away at present and nothing was changed, which HTTP answers with 503. Never true
 * for `CommitOutcomeUnknown`.
 */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof DatabaseAway || (error instanceof DatabaseError && NOT_NOW.has(error.code ?? ''))

/** The reason of an error. Where a host name has several addresses, a failed connection has a code, but no message. */
export const reasonOf = (cause: unknown): string => {
  if (typeof cause !== 'object' || cause === null) return String(cause)
  const candidates = [
    'message' in cause ? String(cause.message) : '',
    'code' in cause ? String(cause.code) : '',
    'name' in cause ? String(cause.name) : '',
  ]
  return candidates.find((text) => text !== '') ?? 'no reason given'
}
