import type { Preferences } from '#domain/people/notifications'
import { sql } from 'kysely'
import type { Queries, Transaction } from './transaction'

const COLUMNS = [
  'trial_id',
  'user_id',
  'on_trial_status',
  'on_trial_completion',
  'on_randomisation',
  'on_unblinding',
  'on_study_packs',
] as const

/** What these people chose to be told of in these trials, as far as they chose. */
export const findPreferences = (queries: Queries, trialIds: readonly number[], userIds: readonly number[]) =>
  queries
    .selectFrom('trial_notifications')
    .select(COLUMNS)
    .where(sql<boolean>`trial_id = any(${[...trialIds]}::bigint[])`)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .orderBy('id')
    .execute()

/** Stores what a person chose in a trial, in the place of what they chose before. */
export const savePreferences = async (
  transaction: Transaction,
  whose: { trial_id: number; user_id: number },
  chosen: Preferences,
): Promise<void> => {
  await transaction
    .insertInto('trial_notifications')
    .values({ ...whose, ...chosen })
    .onConflict((conflict) => conflict.columns(['trial_id', 'user_id']).doUpdateSet(chosen))
    .execute()
}

/** Deletes what a person chose in a trial. Answers whether there was a choice. */
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

/** Trials by id, with what decides who is told of them. */
export const findNotifyingTrials = (queries: Queries, ids: readonly number[]) =>
  queries
    .selectFrom('trials')
    .select(['id', 'title', 'is_protected_trial'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()
