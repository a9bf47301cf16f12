import { earlierByMs } from '../../ground/time/clock'
import {
  findKey,
  deleteOlderKeys,
  insertKeys,
  type StoredKey,
  type ChangedRows,
} from '../../ground/db/idempotency-keys'
import type { Transaction } from '../../ground/db/transaction'
import type { ServerContext } from './server-context'

/** The state of a key for the request that brings it. */
export type Claim =
  { state: 'mine' } | { state: 'done'; rows: ChangedRows } | { state: 'closed' } | { state: 'used_otherwise' }

/** A key that a request brings; `now` is by the clock that measures the key. */
export type ClaimedKey = { user_id: number; key: string; request_hash: Uint8Array; status: number; now: string }

/** How long a key made of client id and request counter is stored (src/specification/repetition.md#keys). */
const COUNTER_KEY_MS = 60_000

/** Makes a key from client id and request counter. The blank keeps it apart from every key in a header. */
export const counterKey = (clientId: string, counter: string, requestHash: Uint8Array): string =>
  `counter ${clientId} ${counter} ${Buffer.from(requestHash).toString('base64url')}`

/** Whether a key was made of client id and request counter. */
export const isCounterKey = (key: string): boolean => key.startsWith('counter ')

/**
 * By how many milliseconds this process is ahead of the clock that measures a key. One made of client id and request counter is
 * valid for seconds, so it goes by the database's clock, which all processes share. Asked before any lock.
 */
export const aheadOfKeyClock = async (
  { clockDifference }: Pick<ServerContext, 'clockDifference'>,
  key: string | null,
): Promise<number> => (key !== null && isCounterKey(key) ? clockDifference() : 0)

/** Claims a key within the transaction of its effect, or returns its earlier state. */
export const claimKey = async (transaction: Transaction, claimed: ClaimedKey): Promise<Claim> => {
  const { user_id, key, request_hash, status, now } = claimed
  await deleteExpiredCounterKeys(transaction, [{ user_id, key, now }])
  const free = { user_id, key, request_hash, status, rows: {}, created_at: now }
  if (await insertKeys(transaction, [free])) return { state: 'mine' }
  return keyStateOf(await findKey(transaction, user_id, key), request_hash)
}

/** Closes a key that has no effect yet, so that it never has one. Returns false where it has an effect or is closed already. */
export const closeKey = (
  transaction: Transaction,
  { user_id, key, now }: Pick<ClaimedKey, 'user_id' | 'key' | 'now'>,
): Promise<boolean> =>
  insertKeys(transaction, [{ user_id, key, request_hash: new Uint8Array(), status: null, rows: {}, created_at: now }])

/** Frees the keys made of client id and request counter whose time is over, in one statement; every other key is kept. */
export const deleteExpiredCounterKeys = async (
  transaction: Transaction,
  keys: readonly Pick<ClaimedKey, 'user_id' | 'key' | 'now'>[],
) => {
  const counterKeys = keys.filter(({ key }) => isCounterKey(key))
  if (counterKeys.length === 0) return
  await deleteOlderKeys(
    transaction,
    counterKeys.map(({ now, ...key }) => ({ ...key, oldest: earlierByMs(now, COUNTER_KEY_MS) })),
  )
}

/** The state of a stored key for a request with this hash. */
export const keyStateOf = (
  stored: Pick<StoredKey, 'request_hash' | 'status' | 'rows'>,
  hash: Uint8Array,
): Exclude<Claim, { state: 'mine' }> => {
  if (stored.status === null) return { state: 'closed' }
  if (Buffer.compare(stored.request_hash, hash) !== 0) return { state: 'used_otherwise' }
  return { state: 'done', rows: stored.rows }
}
