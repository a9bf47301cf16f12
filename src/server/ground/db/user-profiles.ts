import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'
import type { UserRow } from './users'

type UserProfileRow = Selectable<Schema['user_profiles']>

/** An account at a provider. */
type Account = Pick<UserProfileRow, 'issuer' | 'subject'>

const ofAccount = (queries: Queries, { issuer, subject }: Account) =>
  queries
    .selectFrom('user_profiles')
    .where('user_profiles.issuer', '=', issuer)
    .where('user_profiles.subject', '=', subject)
    .where('user_profiles.ended_at', 'is', null)

/** The person of an account at a provider. */
export const findUserOfAccount = async (queries: Queries, account: Account): Promise<UserRow | undefined> =>
  ofAccount(queries, account)
    .innerJoin('users', 'users.id', 'user_profiles.user_id')
    .selectAll('users')
    .executeTakeFirst()

/** The association of an account at a provider. */
export const findProfileOfAccount = async (queries: Queries, account: Account): Promise<UserProfileRow | undefined> =>
  ofAccount(queries, account).selectAll('user_profiles').executeTakeFirst()

/** The associations of some people that have not ended, in order of id. */
export const findUserProfiles = async (queries: Queries, userIds: readonly number[]) =>
  queries
    .selectFrom('user_profiles')
    .select(['id', 'user_id', 'idp', 'created_at'])
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()

/** Whether an account at a provider is or was associated with a person. */
export const hasEverHadAccount = async (queries: Queries, userId: number): Promise<boolean> => {
  const rows = await queries.selectFrom('user_profiles').select('id').where('user_id', '=', userId).limit(1).execute()
  return rows.length > 0
}

/** Associates an account at a provider with a person. Returns undefined where it is a person's already. */
export const insertUserProfile = async (
  queries: Queries,
  profile: Insertable<Schema['user_profiles']>,
): Promise<UserProfileRow | undefined> =>
  queries
    .insertInto('user_profiles')
    .values(profile)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).where('ended_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Whether any account was ever associated with a person, also where that has ended. */
export const hasHadProfile = async (queries: Queries, userId: number): Promise<boolean> =>
  (await queries.selectFrom('user_profiles').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !==
  undefined

/** A person's association, ended or not. */
export const findProfileOfUser = async (queries: Queries, userId: number, id: number) =>
  queries.selectFrom('user_profiles').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()

export const endUserProfile = async (transaction: Transaction, id: number, now: string): Promise<void> => {
  await transaction.updateTable('user_profiles').set({ ended_at: now }).where('id', '=', id).execute()
}
