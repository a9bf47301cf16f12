import { sql } from 'kysely'

/**
 * The purposes of advisory locks, each the first of a lock's two numbers, so that no two purposes share a lock. Of the write locks
 * (`permissions`, `people`) the lower one is taken first (`lock-order.ts`).
 */
export const ADVISORY_LOCKS = {
  /** One idempotency key; the second number is a hash of it. */
  key: 1,
  /** Everything that changes the schema, or the rights to it. */
  migration: 2,
  /** Writing permissions, or removing what their holders need to use them. */
  permissions: 3,
  /** Creating people or changing their addresses. */
  people: 4,
  /** Loading the sample data. */
  sample: 5,
  /** Counting tries against one subject; the second number is of its hash. */
  tries: 6,
} as const

export type AdvisoryLock = keyof typeof ADVISORY_LOCKS

/** Servers of the previous version know these by one number alone. To be removed with the release after the next. */
const FORMER: Partial<Record<AdvisoryLock, number>> = {
  migration: 4_207_311_849,
  permissions: 1_991_000_112,
  people: 1_991_000_113,
  sample: 1_991_000_111,
}

/** A statement that waits for a lock, which lasts until the transaction ends. */
export const advisoryLockStatement = (purpose: AdvisoryLock, id = 0) => {
  const former = FORMER[purpose]
  return former === undefined
    ? sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[purpose]}::int, ${id}::int)`
    : sql`select pg_advisory_xact_lock(${former}::bigint), pg_advisory_xact_lock(${ADVISORY_LOCKS[purpose]}::int, ${id}::int)`
}
