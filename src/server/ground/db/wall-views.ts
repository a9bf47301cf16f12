import type { Insertable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { nameAt } from './user-names'

const named = (queries: Queries, trialId: number) =>
  queries
    .selectFrom('wall_views')
    .innerJoin('users as creator', 'creator.id', 'wall_views.created_by')
    .select(['wall_views.id', 'wall_views.created_at', 'wall_views.created_by', 'wall_views.ended_at'])
    .select(nameAt('wall_views.created_at', 'creator').as('created_by_name'))
    .where('wall_views.trial_id', '=', trialId)

/** The open wall views of a trial, the newest first. */
export const findOpenWallViews = async (queries: Queries, trialId: number) =>
  named(queries, trialId).where('wall_views.ended_at', 'is', null).orderBy('wall_views.id', 'desc').execute()

export const findWallView = async (queries: Queries, trialId: number, id: number) =>
  named(queries, trialId).where('wall_views.id', '=', id).executeTakeFirst()

/** How many wall views a trial had, with this one: none is ever deleted. The trial is locked where a new one follows. */
export const countWallViews = async (queries: Queries, trialId: number, last?: number): Promise<number> => {
  const views = queries.selectFrom('wall_views').where('trial_id', '=', trialId)
  const counted = last === undefined ? views : views.where('id', '<=', last)
  return (await counted.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

export const insertWallView = async (
  transaction: Queries,
  view: Pick<Insertable<Schema['wall_views']>, 'trial_id' | 'token_hash' | 'created_at' | 'created_by'>,
): Promise<number> =>
  (await transaction.insertInto('wall_views').values(view).returning('id').executeTakeFirstOrThrow()).id

/** Ends a wall view of a trial; false where there is no open one with this id. */
export const storeWallViewEnd = async (
  transaction: Queries,
  { id, trial_id, ...end }: { id: number; trial_id: number; ended_at: string; ended_by: number },
): Promise<boolean> => {
  const ended = await transaction
    .updateTable('wall_views')
    .set(end)
    .where('id', '=', id)
    .where('trial_id', '=', trial_id)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}

/** The trial of the link with this hash, and whether the link has ended; undefined for an unknown link. */
export const findWallViewByToken = async (queries: Queries, tokenHash: Uint8Array) =>
  queries
    .selectFrom('wall_views')
    .select(['trial_id', 'ended_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
