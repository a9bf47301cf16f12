import { advisoryLockStatement } from './advisory-locks'
import type { ThrottleKind } from './throttle-kind'
import type { Queries, Transaction } from './transaction'

export type ThrottledSubject = { kind: ThrottleKind; subject_hash: Uint8Array }

/**
 * The times of tries against each subject since a moment, the earliest first. Others who count against one of them wait
 * until the transaction ends, so that simultaneous tries are counted one after the other.
 */
export const lockTries = async (
  transaction: Transaction,
  subjects: readonly (ThrottledSubject & { since: string })[],
): Promise<string[][]> => {
  // In one order, so that no two transactions deadlock.
  const locks = subjects.map(lockOf).toSorted((a, b) => a - b)
  for (const lock of locks) await advisoryLockStatement('tries', lock).execute(transaction)
  const triesOfEach: string[][] = []
  for (const { kind, subject_hash, since } of subjects) {
    const rows = await transaction
      .selectFrom('throttled_tries')
      .select('tried_at')
      .where('kind', '=', kind)
      .where('subject_hash', '=', subject_hash)
      .where('tried_at', '>', since)
      .orderBy('tried_at')
      .orderBy('id')
      .execute()
    triesOfEach.push(rows.map(({ tried_at }) => tried_at))
  }
  return triesOfEach
}

/** Four bytes that distinguish subjects; two that share them only wait for each other. */
const lockOf = ({ subject_hash }: ThrottledSubject): number => Buffer.from(subject_hash.subarray(0, 4)).readInt32BE()

/** Counts a try against each. Returns their ids. */
export const insertTries = async (
  transaction: Transaction,
  subjects: readonly ThrottledSubject[],
  now: string,
): Promise<number[]> => {
  const rows = await transaction
    .insertInto('throttled_tries')
    .values(subjects.map(({ kind, subject_hash }) => ({ kind, subject_hash, tried_at: now })))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes tries that were cancelled. */
export const deleteTries = async (queries: Queries, ids: readonly number[]): Promise<void> => {
  await queries
    .deleteFrom('throttled_tries')
    .where('id', 'in', [...ids])
    .execute()
}

/** Deletes the tries against a subject: the count starts again. */
export const deleteTriesAgainst = async (queries: Queries, { kind, subject_hash }: ThrottledSubject): Promise<void> => {
  await queries
    .deleteFrom('throttled_tries')
    .where('kind', '=', kind)
    .where('subject_hash', '=', subject_hash)
    .execute()
}

/** Deletes tries of any kind from before a moment. */
export const deleteTriesBefore = async (queries: Queries, before: string): Promise<void> => {
  await queries.deleteFrom('throttled_tries').where('tried_at', '<', before).execute()
}
