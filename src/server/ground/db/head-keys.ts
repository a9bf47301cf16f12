import type { Kysely } from 'kysely'
import type { SeedKeys } from '../secrets/seed-keys'
import type { Schema } from './schema'
import type { TransactionScope } from './transaction-scope'

// Not the name of `transaction.ts`, which imports this file.
type Queries = Kysely<Schema>

const scopes = new WeakMap<Queries, TransactionScope>()

/** Remembers the database of a transaction, so that its entries in audit chains are keyed. */
export const enterScope = (transaction: Queries, scope: TransactionScope): void => {
  scopes.set(transaction, scope)
}

/** The keys under which the process of a transaction writes the heads of audit chains; null where it has none. */
export const headKeysOf = (transaction: Queries): SeedKeys | null => scopes.get(transaction)?.headKeys ?? null
