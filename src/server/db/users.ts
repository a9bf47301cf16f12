import type { Insertable, Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'

export type UserRow = Selectable<Schema['users']>

/** The person whom an account at a provider belongs to. */
export const findUserOfAccount = async (
  queries: Queries,
  account: { issuer: string; subject: string },
): Promise<UserRow | undefined> =>
  queries
    .selectFrom('users')
    .innerJoin('user_profiles', 'user_profiles.user_id', 'users.id')
    .selectAll('users')
    .where('user_profiles.issuer', '=', account.issuer)
    .where('user_profiles.subject', '=', account.subject)
    .executeTakeFirst()

/** Stores a person. Answers his id. */
export const insertUser = async (queries: Queries, user: Insertable<Schema['users']>): Promise<number> => {
  const { id } = await queries.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}

export const insertUserProfile = async (
  queries: Queries,
  profile: Insertable<Schema['user_profiles']>,
): Promise<void> => {
  await queries.insertInto('user_profiles').values(profile).execute()
}
