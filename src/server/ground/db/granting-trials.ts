import type { GrantingTrial } from '#domain/people/granting'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { trialForUpdate } from './lock-order'
import type { Queries, Transaction } from './transaction'

export type GrantingTrialRow = GrantingTrial & { id: number; is_protected_trial: boolean }

/** The settings of a trial about permissions, or undefined; locked until the transaction ends. */
export const lockGrantingTrial = async (transaction: Transaction, id: number): Promise<GrantingTrialRow | undefined> =>
  trialForUpdate(transaction, id)
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
    .executeTakeFirst()

/** The fields of these trials for messages about them, by id. */
export const findTrialsForMessages = async (queries: Queries, ids: readonly number[]) =>
  queries
    .selectFrom('trials')
    .select(['id', 'title', 'selected_timezone', 'is_protected_trial'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()

/** The protected ones among these trials, with the same fields. */
export const protectedTrialsAmong = async (queries: Queries, ids: readonly number[]) =>
  (await findTrialsForMessages(queries, ids)).filter(({ is_protected_trial }) => is_protected_trial)

/** The ids of the protected ones among these trials. */
export const protectedAmong = async (queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set((await protectedTrialsAmong(queries, ids)).map(({ id }) => id))
