import { FEW_PLACES } from '#domain/own-lists/list-author'
import { sql, type Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

/** Who makes the list of a trial at present, with when they were named and by whom; undefined where nobody is. */
export const findListAuthor = async (queries: Queries, trialId: number) =>
  queries
    .selectFrom('allocation_list_authors')
    .innerJoin('users as author', 'author.id', 'allocation_list_authors.user_id')
    .select(['user_id', 'named_by', 'named_at', 'author.name'])
    .where('trial_id', '=', trialId)
    .orderBy('allocation_list_authors.id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertListAuthor = async (
  transaction: Queries,
  named: Insertable<Schema['allocation_list_authors']>,
): Promise<void> => {
  await transaction.insertInto('allocation_list_authors').values(named).execute()
}

/** The trials whose present list each of these people makes, or has uploaded a list for; their participants are closed to them. */
export const findAuthoredTrials = async (
  queries: Queries,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const { rows } = await sql<{ user_id: number; trials: number[] }>`
    select user_id, json_agg(trial_id order by trial_id) as trials from (
      select user_id, trial_id from (
        select distinct on (trial_id) trial_id, user_id from allocation_list_authors order by trial_id, id desc
      ) as present
      union select uploaded_by, trial_id from allocation_lists
    ) as authored where user_id = any (${[...userIds]}::bigint[])
    group by user_id
  `.execute(queries)
  return new Map(rows.map(({ user_id, trials }) => [user_id, trials]))
}

/** Every list of a trial, in order. */
export const findLists = async (queries: Queries, trialId: number) =>
  queries
    .selectFrom('allocation_lists')
    .innerJoin('users as author', 'author.id', 'allocation_lists.uploaded_by')
    .leftJoin('users as confirmer', 'confirmer.id', 'allocation_lists.confirmed_by')
    .selectAll('allocation_lists')
    .select(nameAt('allocation_lists.uploaded_at', 'author').as('uploaded_by_name'))
    .select('confirmer.name as confirmed_by_name')
    .where('trial_id', '=', trialId)
    .orderBy('number')
    .execute()

export type StoredList = Awaited<ReturnType<typeof findLists>>[number]

export const insertList = async (transaction: Queries, list: Insertable<Schema['allocation_lists']>): Promise<void> => {
  await transaction.insertInto('allocation_lists').values(list).execute()
}

/** Stores that a second person confirmed a list. */
export const confirmList = async (
  transaction: Queries,
  listId: number,
  by: { confirmed_by: number; confirmed_at: string },
): Promise<void> => {
  await transaction.updateTable('allocation_lists').set(by).where('id', '=', listId).execute()
}

/** Stores from which record of the ledger on a list is in force. */
export const recordList = async (transaction: Queries, listId: number, record_no: number): Promise<void> => {
  await transaction.updateTable('allocation_lists').set({ record_no }).where('id', '=', listId).execute()
}

/** Replaces the seal of a list by one under another key. */
export const resealList = async (transaction: Queries, listId: number, sealed: Uint8Array): Promise<void> => {
  await transaction
    .updateTable('allocation_lists')
    .set({ sealed: Buffer.from(sealed) })
    .where('id', '=', listId)
    .execute()
}

/** Stores how many places strata have, all lists together, after one added rows to them. */
export const insertListNotices = async (
  transaction: Queries,
  notices: readonly Insertable<Schema['allocation_list_notices']>[],
): Promise<void> => {
  if (notices.length > 0)
    await transaction
      .insertInto('allocation_list_notices')
      .values([...notices])
      .execute()
}

/**
 * The strata of these trials that were last noticed with few places left, by draws or by a list that added too few. A site that no
 * longer takes part needs none.
 */
export const countShortStrata = async (queries: Queries, trialIds: readonly number[]) => {
  const { rows } = await sql<{ trial_id: number; count: number; at: string }>`
    select last.trial_id, count(*) as count, max(noticed_at) as at from (
      select distinct on (trial_id, stratum_key) * from allocation_list_notices
      where trial_id = any (${[...trialIds]}::bigint[]) order by trial_id, stratum_key, id desc
    ) as last
    where places_left <= ${FEW_PLACES} and not exists (
      select from sites
      where sites.id = substring(stratum_key from 'site=([0-9]+)')::bigint and sites.is_deleted
    )
    group by last.trial_id
  `.execute(queries)
  return rows
}

/** The trials of these that have a list which waits for a second person, the last one of each. */
export const findWaitingLists = async (queries: Queries, trialIds: readonly number[]) => {
  const { rows } = await sql<{ trial_id: number; uploaded_by: number; at: string }>`
    select trial_id, uploaded_by, uploaded_at as at from (
      select distinct on (trial_id) * from allocation_lists
      where trial_id = any (${[...trialIds]}::bigint[]) order by trial_id, number desc
    ) as last where confirmed_by is null
  `.execute(queries)
  return rows
}
