import type { GrantingTrial } from '#domain/people/granting'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { trialForUpdate } from './lock-order'
import type { Queries, Transaction } from './transaction'

export type GrantingTrialRow = GrantingTrial & { id: number; is_protected_trial: boolean }

/** What a trial says about permissions in it, or undefined where there is none; it stays so until the transaction ends. */
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

/** These trials with what a message about them needs, in order of id. */
export const findTrialsForMessages = async (queries: Queries, ids: readonly number[]) =>
  queries
    .selectFrom('trials')
    .select(['id', 'title', 'selected_timezone', 'is_protected_trial'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()

/** Those of these trials that are protected, with the same. */
export const protectedTrialsAmong = async (queries: Queries, ids: readonly number[]) =>
  (await findTrialsForMessages(queries, ids)).filter(({ is_protected_trial }) => is_protected_trial)

/** Which of these trials are protected. */
export const protectedAmong = async (queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set((await protectedTrialsAmong(queries, ids)).map(({ id }) => id))
