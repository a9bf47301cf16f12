import { PREFERENCE_NAMES, type Preferences } from '#domain/people/notifications'
import { sql } from 'kysely'
import type { Queries, Transaction } from './transaction'

const COLUMNS = ['trial_id', 'user_id', ...PREFERENCE_NAMES] as const

/** The chosen notifications of these people in these trials. */
export const findPreferences = (queries: Queries, trialIds: readonly number[], userIds: readonly number[]) =>
  queries
    .selectFrom('trial_notifications')
    .select(COLUMNS)
    .where(sql<boolean>`trial_id = any(${[...trialIds]}::bigint[])`)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .orderBy('id')
    .execute()

/** Stores a person's chosen notifications in a trial, in place of earlier ones. */
export const savePreferences = async (
  transaction: Transaction,
  key: { trial_id: number; user_id: number },
  chosen: Preferences,
): Promise<void> => {
  await transaction
    .insertInto('trial_notifications')
    .values({ ...key, ...chosen })
    .onConflict((conflict) => conflict.columns(['trial_id', 'user_id']).doUpdateSet(chosen))
    .execute()
}

/** Deletes a person's chosen notifications in a trial. Returns whether there were any. */
export const deletePreferences = async (
  transaction: Transaction,
  { trial_id, user_id }: { trial_id: number; user_id: number },
): Promise<boolean> => {
  const { numDeletedRows } = await transaction
    .deleteFrom('trial_notifications')
    .where('trial_id', '=', trial_id)
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Trials by id, with the settings that decide who gets messages about them. */
export const findNotifyingTrials = (queries: Queries, ids: readonly number[]) =>
  queries
    .selectFrom('trials')
    .select(['id', 'title', 'is_protected_trial'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()
