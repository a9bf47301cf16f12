import type { GrantingTrial } from '#domain/granting'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Queries, Transaction } from './transaction'

export type GrantingTrialRow = GrantingTrial & { id: number; is_protected_trial: boolean }

/** What a trial says about permissions in it, or undefined where there is none; it stays so until the transaction ends. */
export const holdGrantingTrial = async (transaction: Transaction, id: number): Promise<GrantingTrialRow | undefined> =>
  transaction
    .selectFrom('trials')
    .select((trial) => [
      'id',
      'is_protected_trial',
      'is_blinded_users',
      'is_blinded_investigators',
      jsonArrayFrom(
        trial
          .selectFrom('sites')
          .select(['sites.id', 'sites.is_deleted'])
          .whereRef('sites.trial_id', '=', 'trials.id')
          .orderBy('sites.id'),
      ).as('sites'),
    ])
    .where('id', '=', id)
    .forShare('trials')
    .executeTakeFirst()

/** Which of these trials are protected. */
export const protectedAmong = async (queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const found = await queries
    .selectFrom('trials')
    .select('id')
    .where('is_protected_trial', '=', true)
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute()
  return new Set(found.map(({ id }) => id))
}
