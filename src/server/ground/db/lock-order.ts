import { sql } from 'kysely'
import { CHAIN_WITHOUT_TRIAL } from '../audit/audit-entry'
import { sha256 } from '../secrets/sha256'
import { ADVISORY_LOCKS, advisoryLockStatement } from './advisory-locks'
import type { Queries, Transaction } from './transaction'

/**
 * The kinds of locks, in the order in which every transaction takes them; locks of one kind are taken by ascending id. A waiting
 * transaction holds only earlier ones, so there is no deadlock (src/decisions/0022-one-order-of-locks.md).
 */
const LOCK_ORDER = [
  /** An idempotency key: an advisory lock. */
  'key',
  /** The right to write permissions, or people: an advisory lock. */
  'write lock',
  /** The row of a person. */
  'person',
  /** The row of a trial, at once FOR UPDATE. The trial's audit chain and ledger need no lock beside it. */
  'trial',
  /** Rows of a trial that have locks of their own: study packs, messages. */
  'rows of trial',
  /** The audit chain of entries without a trial. It is the last, because every sign-in waits for it. */
  'system chain',
] as const

type Lock = { kind: (typeof LOCK_ORDER)[number]; id: number }

const locksOf = new WeakMap<Queries, readonly Lock[]>()

/**
 * Records that a transaction takes a lock; every function that takes one calls this first. Returns whether the transaction had the
 * lock already. Throws where it holds a later one, since two such transactions can deadlock.
 */
export const enterLock = (transaction: Queries, lock: Lock): boolean => {
  if (!transaction.isTransaction) throw new Error(`A lock of the kind ${lock.kind} is taken outside a transaction`)
  const locks = locksOf.get(transaction) ?? []
  if (locks.some(({ kind, id }) => kind === lock.kind && id === lock.id)) return true
  const later = locks.find((one) => isAfter(one, lock))
  if (later) throw new Error(`The lock of ${lock.kind} ${lock.id} is taken after that of ${later.kind} ${later.id}`)
  locksOf.set(transaction, [...locks, lock])
  return false
}

const isAfter = (one: Lock, other: Lock): boolean => {
  const places = LOCK_ORDER.indexOf(one.kind) - LOCK_ORDER.indexOf(other.kind)
  return places > 0 || (places === 0 && one.id > other.id)
}

/** Selects the row of a trial and locks it until the transaction ends. Everything that writes in a trial takes this lock. */
export const trialForUpdate = (transaction: Queries, id: number) => {
  enterLock(transaction, { kind: 'trial', id })
  // FOR UPDATE at once: two transactions that first took a weaker lock would deadlock.
  return transaction.selectFrom('trials').where('id', '=', id).forUpdate('trials')
}

/** Locks an audit chain for writing: by the row of its trial, or by its own row where it belongs to no trial. */
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

/** Locks a person's idempotency key until the transaction ends. Waits while another transaction holds it. */
export const lockKey = async (transaction: Transaction, userId: number, key: string): Promise<void> => {
  const id = idOfKey(userId, key)
  enterLock(transaction, { kind: 'key', id })
  await advisoryLockStatement('key', id).execute(transaction)
}

/** Waits until no other transaction writes permissions or people, and locks out all others until this one ends. */
export const lockWrites = async (transaction: Transaction, subject: 'permissions' | 'people'): Promise<void> => {
  enterLock(transaction, { kind: 'write lock', id: ADVISORY_LOCKS[subject] })
  await advisoryLockStatement(subject).execute(transaction)
}

/**
 * An SQL expression that locks those of these keys that are free. It returns the places of the others in the list, from 1, as JSON;
 * null where all were free. It never waits, so it may run under the lock of a trial.
 */
export const tryLockKeys = (keys: readonly { user_id: number; key: string }[]) =>
  sql<number[] | null>`(
    select json_agg(place) from unnest(${keys.map(({ user_id, key }) => idOfKey(user_id, key))}::int[])
      with ordinality as keys (id, place)
    where not pg_try_advisory_xact_lock(${ADVISORY_LOCKS.key}::int, id)
  )`

/** A hash of four bytes. Two keys with the same hash only wait for each other. */
const idOfKey = (userId: number, key: string): number => sha256(`${userId} ${key}`).readInt32BE()
