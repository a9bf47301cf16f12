import type { PermittedSites } from '#domain/permissions'
import { sql, type Insertable, type Selectable, type SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { anywhere } from './trials'
import { inTrial } from './user-permissions'

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

/** Those of these people whom there are. */
export const findUsers = async (queries: Queries, ids: readonly number[]): Promise<UserRow[]> =>
  queries
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()

export const findUser = async (queries: Queries, id: number): Promise<UserRow | undefined> =>
  queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

type Page = { page: number; page_size: number }
type UsersQuery = Page & {
  /** Part of a name, a part of an e-mail address or all of it, or an exact id. */
  q: string
  email: 'part' | 'whole'
}

/** One page of the users of the service by name, and how many there are. */
export const listUsers = async (queries: Queries, asked: UsersQuery): Promise<{ rows: UserRow[]; total: number }> => {
  const { q, email } = asked
  const all = queries.selectFrom('users')
  const found = all.where((user) =>
    user.or([
      user('name', 'ilike', anywhere(q)),
      email === 'part' ? user('email', 'ilike', anywhere(q)) : sql<boolean>`lower(email) = lower(${q})`,
      user(sql<string>`users.id::text`, '=', q),
    ]),
  )
  return pageByName(q === '' ? all : found, asked)
}

type TrialUsersQuery = Page & { trial_id: number; sites: PermittedSites; name: string }

/** One page of those who have a permission in a trial that a viewer may see, by name, and how many there are. */
export const listTrialUsers = async (
  queries: Queries,
  { trial_id, sites, name, ...page }: TrialUsersQuery,
): Promise<{ rows: UserRow[]; total: number }> => {
  const permitted = queries
    .selectFrom('user_permissions')
    .select('user_id')
    .where('ended_at', 'is', null)
    .where(inTrial(trial_id, sites))
  const found = queries.selectFrom('users').where('users.id', 'in', permitted).where('name', 'ilike', anywhere(name))
  return pageByName(found, page)
}

const pageByName = async (found: SelectQueryBuilder<Schema, 'users', object>, { page, page_size }: Page) => {
  const { total } = await found.select((user) => user.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll('users')
    .orderBy(sql`name collate "und-x-icu"`)
    .orderBy('users.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows, total }
}

/** The accounts at providers that belong to some people, in order of id. */
export const findUserProfiles = async (queries: Queries, userIds: readonly number[]) =>
  queries
    .selectFrom('user_profiles')
    .select(['id', 'user_id', 'idp', 'created_at'])
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .orderBy('id')
    .execute()

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
