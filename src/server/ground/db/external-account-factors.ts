import { sql, type Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'

type FactorRow = Selectable<Schema['external_account_factors']>

/** The second factor of an account, or undefined. */
export const findFactor = async (queries: Queries, accountId: string): Promise<FactorRow | undefined> =>
  queries.selectFrom('external_account_factors').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** The sealed secret of every second factor, each locked until the transaction ends. */
export const lockSealedFactors = async (transaction: Transaction) =>
  transaction
    .selectFrom('external_account_factors')
    .select(['account_id', 'secret_encrypted'])
    .orderBy('account_id')
    .forUpdate()
    .execute()

/** Stores the secret of a second factor, sealed again. */
export const updateSealedFactor = async (
  transaction: Transaction,
  accountId: string,
  secret_encrypted: Uint8Array,
): Promise<void> => {
  await transaction
    .updateTable('external_account_factors')
    .set({ secret_encrypted })
    .where('account_id', '=', accountId)
    .execute()
}

/**
 * Stores an account's second factor with the hashes of its recovery codes, and completes a reset by an administrator. Returns
 * false where the account has one already.
 */
export const insertFactor = async (
  transaction: Transaction,
  factor: FactorRow,
  codes: readonly Uint8Array[],
): Promise<boolean> => {
  const { account_id } = factor
  const stored = await transaction
    .insertInto('external_account_factors')
    .values(factor)
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (!stored) return false
  await transaction
    .insertInto('external_account_recovery_codes')
    .values(codes.map((code_hash) => ({ account_id, code_hash, used_at: null })))
    .execute()
  await storeFactorReset(transaction, account_id, null)
  return true
}

/** Deletes an account's second factor with its recovery codes. Returns whether it had one. */
export const deleteFactor = async (transaction: Transaction, accountId: string): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('external_account_factors')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Stores since when an account has to set up another factor, or null where it need not. */
export const storeFactorReset = async (
  transaction: Transaction,
  accountId: string,
  factor_reset_at: string | null,
): Promise<void> => {
  await transaction.updateTable('external_accounts').set({ factor_reset_at }).where('id', '=', accountId).execute()
}

/** Uses the code of a step up. Returns false where that step or a later one was used before. */
export const useStep = async (transaction: Transaction, accountId: string, step: number): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('external_account_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Uses a recovery code up. Returns false where it is invalid or was used before. */
export const useRecoveryCode = async (
  transaction: Transaction,
  { account_id, code_hash, now }: { account_id: string; code_hash: Uint8Array; now: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('external_account_recovery_codes')
    .set({ used_at: now })
    .where('account_id', '=', account_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** The number of unused recovery codes of an account. */
export const countRecoveryCodes = async (queries: Queries, accountId: string): Promise<number> => {
  const { left } = await queries
    .selectFrom('external_account_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/**
 * The external accounts of a person with a second factor, locked until the transaction ends: those associated with the person,
 * and those made for them that are associated with nobody.
 */
export const lockAccountsWithFactor = async (transaction: Transaction, userId: number, issuer: string) =>
  transaction
    .selectFrom('external_accounts as account')
    .innerJoin('external_account_factors as factor', 'factor.account_id', 'account.id')
    .selectAll('account')
    .where(
      sql<boolean>`coalesce((
        select user_profiles.user_id from user_profiles
        where issuer = ${issuer} and subject = account.id::text and ended_at is null
      ), account.user_id) = ${userId}::bigint`,
    )
    .orderBy('account.id')
    .forUpdate('account')
    .execute()
