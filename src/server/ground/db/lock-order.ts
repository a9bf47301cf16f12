import { sql } from 'kysely'
import { CHAIN_WITHOUT_TRIAL } from '../audit/audit-entry'
import { sha256 } from '../secrets/sha256'
import { ADVISORY_LOCKS, takeAdvisoryLock } from './advisory-locks'
import type { Queries, Transaction } from './transaction'

/**
 * What transactions wait for each other at, in the one order in which each takes it, and those of one kind by ascending id.
 * Whoever waits holds only what stands earlier, so no two wait for each other (src/decisions/0022-one-order-of-locks.md).
 */
const LOCK_ORDER = [
  /** An idempotency key: an advisory lock. */
  'key',
  /** The turn to write permissions, or people: an advisory lock. */
  'turn',
  /** The row of a person. */
  'person',
  /** The row of a trial, at once FOR UPDATE. The trial's audit chain and ledger need no lock beside it. */
  'trial',
  /** Rows of a trial that are locked for themselves: study packs, messages. */
  'rows of trial',
  /** The audit chain of what belongs to no trial. Every sign-in waits for it, so it is the last. */
  'system chain',
] as const

type Lock = { kind: (typeof LOCK_ORDER)[number]; id: number }

const heldLocks = new WeakMap<Queries, readonly Lock[]>()

/**
 * Records that a transaction takes a lock, as everything does that takes one of these. Answers whether it had it already.
 * Throws where it has one that stands later: two such transactions would be a deadlock one day.
 */
export const enterLock = (transaction: Queries, lock: Lock): boolean => {
  if (!transaction.isTransaction) throw new Error(`Outside a transaction a lock of a ${lock.kind} holds nothing`)
  const locks = heldLocks.get(transaction) ?? []
  if (locks.some(({ kind, id }) => kind === lock.kind && id === lock.id)) return true
  const later = locks.find((one) => standsAfter(one, lock))
  if (later) throw new Error(`The lock of ${lock.kind} ${lock.id} is taken after that of ${later.kind} ${later.id}`)
  heldLocks.set(transaction, [...locks, lock])
  return false
}

const standsAfter = (one: Lock, other: Lock): boolean => {
  const places = LOCK_ORDER.indexOf(one.kind) - LOCK_ORDER.indexOf(other.kind)
  return places > 0 || (places === 0 && one.id > other.id)
}

/** The row of a trial, held from this query until the transaction ends: whoever writes to a trial waits here. */
export const trialForUpdate = (transaction: Queries, id: number) => {
  enterLock(transaction, { kind: 'trial', id })
  // At once as strong as any writer needs it: two that held it weakly first would wait for each other.
  return transaction.selectFrom('trials').where('id', '=', id).forUpdate('trials')
}

/** Holds what an audit chain is written under: the row of its trial, or the chain itself where it is of none. */
export const lockChain = async (transaction: Queries, chain: number): Promise<void> => {
  if (chain === CHAIN_WITHOUT_TRIAL) {
    enterLock(transaction, { kind: 'system chain', id: chain })
    await transaction.selectFrom('audit_chains').select('chain').where('chain', '=', chain).forUpdate().execute()
  } else if (!enterLock(transaction, { kind: 'trial', id: chain })) {
    await trialForUpdate(transaction, chain).select('id').execute()
  }
}

/** Chains in the order in which their locks are taken. */
export const inLockOrder = (chains: Iterable<number>): number[] =>
  [...chains].sort((a, b) => Number(a === CHAIN_WITHOUT_TRIAL) - Number(b === CHAIN_WITHOUT_TRIAL) || a - b)

/** Holds a person's idempotency key until the transaction ends. Where another transaction holds it, this waits. */
export const lockKey = async (transaction: Transaction, userId: number, key: string): Promise<void> => {
  const id = idOfKey(userId, key)
  enterLock(transaction, { kind: 'key', id })
  await takeAdvisoryLock('key', id).execute(transaction)
}

/** Waits until nobody else writes permissions or people, and keeps others from it until the transaction ends. */
export const lockWrites = async (transaction: Transaction, subject: 'permissions' | 'people'): Promise<void> => {
  enterLock(transaction, { kind: 'turn', id: ADVISORY_LOCKS[subject] })
  await takeAdvisoryLock(subject).execute(transaction)
}

/**
 * Holds those of these keys that no other transaction holds. An expression that answers the places of the others in the list,
 * from 1 on, as JSON, or null. It never waits, so it may stand under the lock of a trial.
 */
export const tryLockKeys = (keys: readonly { user_id: number; key: string }[]) =>
  sql<number[] | null>`(
    select json_agg(place) from unnest(${keys.map(({ user_id, key }) => idOfKey(user_id, key))}::int[])
      with ordinality as asked (id, place)
    where not pg_try_advisory_xact_lock(${ADVISORY_LOCKS.key}::int, id)
  )`

/** Four bytes that tell keys apart; two that share them wait for each other, no more. */
const idOfKey = (userId: number, key: string): number => sha256(`${userId} ${key}`).readInt32BE()
