import type { Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'

export type AttemptRow = Selectable<Schema['sign_in_attempts']>

type NewAttempt = Pick<
  AttemptRow,
  | 'state_hash'
  | 'browser_hash'
  | 'idp'
  | 'nonce'
  | 'code_verifier'
  | 'association_hash'
  | 'prompt'
  | 'purpose'
  | 'started_at'
>

/** Stores a sign-in that begins. */
export const insertAttempt = async (queries: Queries, attempt: NewAttempt): Promise<void> => {
  await queries.insertInto('sign_in_attempts').values(attempt).execute()
}

/** Deletes the oldest sign-ins that began before a moment, at most so many. Returns their number. */
export const deleteAttemptsBefore = async (queries: Queries, before: string, limit: number): Promise<number> => {
  const { numDeletedRows } = await queries
    .deleteFrom('sign_in_attempts')
    .where('state_hash', 'in', (old) =>
      old
        .selectFrom('sign_in_attempts')
        .select('state_hash')
        .where('started_at', '<', before)
        .orderBy('started_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** A sign-in with an external account that has begun after `startedAfter` in a browser and has not yet returned. */
export const findExternalAttempt = async (
  queries: Queries,
  { state_hash, browser_hash }: Pick<AttemptRow, 'state_hash' | 'browser_hash'>,
  startedAfter: string,
) =>
  queries
    .selectFrom('sign_in_attempts')
    .select(['state_hash', 'browser_hash'])
    .where('state_hash', '=', state_hash)
    .where('browser_hash', '=', browser_hash)
    .where('idp', '=', 'lti')
    .where('returned_at', 'is', null)
    .where('started_at', '>', startedAfter)
    .executeTakeFirst()

/**
 * Uses up the one return of an attempt from its provider, for the browser that began it after `startedAfter`. Undefined
 * where there is no such attempt or it has returned already.
 */
export const claimReturn = async (
  queries: Queries,
  attempt: Pick<AttemptRow, 'state_hash' | 'browser_hash'>,
  now: string,
  startedAfter: string,
): Promise<AttemptRow | undefined> =>
  queries
    .updateTable('sign_in_attempts')
    .set({ returned_at: now })
    .where('state_hash', '=', attempt.state_hash)
    .where('browser_hash', '=', attempt.browser_hash)
    .where('returned_at', 'is', null)
    .where('started_at', '>', startedAfter)
    .returningAll()
    .executeTakeFirst()

/** Stores the identity that the provider states, and the REF with which it can be read once. */
export const storeIdentity = async (
  queries: Queries,
  stateHash: Uint8Array,
  identity: { ref_hash: Uint8Array; returned_at: string; issuer: string; subject: string; is_proved_now: boolean },
): Promise<void> => {
  await queries.updateTable('sign_in_attempts').set(identity).where('state_hash', '=', stateHash).execute()
}

/** The attempt of a REF, locked until the transaction ends, so that two exchanges wait for each other. */
export const lockReturnedAttempt = async (queries: Queries, refHash: Uint8Array): Promise<AttemptRow | undefined> =>
  queries.selectFrom('sign_in_attempts').selectAll().where('ref_hash', '=', refHash).forUpdate().executeTakeFirst()

export const storeExchange = async (
  queries: Queries,
  stateHash: Uint8Array,
  exchange: { session_id: string; exchanged_at: string; association_hash: Uint8Array | null },
): Promise<void> => {
  await queries.updateTable('sign_in_attempts').set(exchange).where('state_hash', '=', stateHash).execute()
}

/** Revokes every REF of an account that has not been exchanged; waits for one that is being exchanged. */
export const revokeReturns = async (
  transaction: Transaction,
  identity: { issuer: string; subject: string },
): Promise<void> => {
  await transaction
    .updateTable('sign_in_attempts')
    .set({ ref_hash: null })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .where('session_id', 'is', null)
    .execute()
}
