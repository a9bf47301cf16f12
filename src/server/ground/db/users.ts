import type { PermittedSites } from '#domain/people/permissions'
import { ACCOUNT_ENDS_SOON_MS, type UserAccount, type UserAssociation } from '#domain/people/user-filter'
import { sql, type Insertable, type Selectable, type SelectQueryBuilder, type Updateable } from 'kysely'
import { earlierByMs } from '../time/clock'
import { enterLock, lockWrites } from './lock-order'
import type { IdQuery } from './long-ids'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'
import { containsPattern } from './trials'
import { keepFormerName } from './user-names'
import { inTrial } from './user-permissions'

export type UserRow = Selectable<Schema['users']>

/** The existing ones of these people. */
export const findUsers = async (queries: Queries, ids: readonly number[]): Promise<UserRow[]> =>
  queries
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute()

export const findUser = async (queries: Queries, id: number): Promise<UserRow | undefined> =>
  queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** The person with an email address, in any upper or lower case. */
export const findUserByAddress = async (queries: Queries, address: string): Promise<UserRow | undefined> =>
  queries
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${address})`)
    .executeTakeFirst()

/** Locks people against writes until the transaction ends, so that a free email address stays free. */
export const lockPeople = async (transaction: Transaction): Promise<void> => {
  await lockWrites(transaction, 'people')
}

/** The owners of these email addresses, by their place in the list from 0; free ones are missing. */
export const findTakenAddresses = async (
  queries: Queries,
  addresses: readonly string[],
): Promise<{ place: number; user_id: number }[]> => {
  const { rows } = await sql<{ place: number; user_id: number }>`
    select (sent.place - 1)::int as place, users.id as user_id
    from unnest(${[...addresses]}::text[]) with ordinality as sent (address, place)
      join users on lower(users.email) = lower(sent.address)
    order by sent.place
  `.execute(queries)
  return rows
}

/** Stores people, in the given order. Returns their ids in that order. */
export const insertUsers = async (
  transaction: Queries,
  people: readonly Insertable<Schema['users']>[],
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with stored as (
      insert into users (name, email, selected_timezone, expires_at, created_at)
      select person.name, person.email, person.selected_timezone, person.expires_at, person.created_at
      from jsonb_array_elements(${JSON.stringify(people)}::jsonb) with ordinality as sent (told, place),
        jsonb_to_record(sent.told) as person (
          name text, email text, selected_timezone text, expires_at timestamptz, created_at timestamptz
        )
      order by sent.place
      returning id
    )
    select id from stored order by id
  `.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Whether a person has an account at `now`: active, and not expired. A condition for statements that read `users`. */
export const hasAccount = (now: string) =>
  sql<boolean>`(users.is_active and (users.expires_at is null or users.expires_at > ${now}))`

/** Locks a person's row until the transaction ends; rows that refer to them can be stored meanwhile. */
export const lockUser = async (transaction: Transaction, id: number): Promise<UserRow | undefined> => {
  enterLock(transaction, { kind: 'person', id })
  return transaction.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Sets columns of one person. A former name is stored. */
export const updateUserRow = async (
  transaction: Transaction,
  id: number,
  change: Updateable<Schema['users']>,
  now: string,
): Promise<void> => {
  if (change.name !== undefined) await keepFormerName(transaction, id, change.name, now)
  await transaction.updateTable('users').set(change).where('id', '=', id).execute()
}

type Page = { page: number; page_size: number }
type UsersQuery = Page & MatchingUsers
type MatchingUsers = {
  /** Part of a name, a part of an email address or all of it, or an exact id. */
  q: string
  email: 'part' | 'whole'
  association?: UserAssociation | undefined
  account?: UserAccount | undefined
  now: string
  sort: keyof typeof SORTS
  order: 'asc' | 'desc'
}

/** One page of the users of the service, and their number. */
export const listUsers = async (queries: Queries, search: UsersQuery): Promise<{ rows: UserRow[]; total: number }> =>
  pageOfUsers(matching(queries, search), search)

/** The ids of the matching users, in the requested order, by which a long list is read piece by piece. */
export const userIdsInOrder =
  (search: MatchingUsers): IdQuery =>
  (queries) =>
    inOrder(matching(queries, search), search).select('users.id')

/** The accounts that end soon or ended recently, and when the first of them does; null where there are none. */
export const countEndingAccounts = async (queries: Queries, now: string) =>
  queries
    .selectFrom('users')
    .where(isEnding(now))
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('expires_at').as('at')])
    .executeTakeFirstOrThrow()

/** One that ended counts while its person has a permission: at a weekend nobody may have seen that it was ending. */
const isEnding = (now: string) =>
  sql<boolean>`(users.is_active and users.expires_at <= ${earlierByMs(now, -ACCOUNT_ENDS_SOON_MS)} and (
    users.expires_at > ${now}
    or users.expires_at > ${earlierByMs(now, ACCOUNT_ENDS_SOON_MS)} and exists (
      select from user_permissions where user_permissions.user_id = users.id and user_permissions.ended_at is null
    )
  ))`

const matching = (queries: Queries, { q, email, association, account, now }: MatchingUsers) =>
  queries
    .selectFrom('users')
    .$if(q !== '', (all) =>
      all.where((user) =>
        user.or([
          user('name', 'ilike', containsPattern(q)),
          email === 'part' ? user('email', 'ilike', containsPattern(q)) : sql<boolean>`lower(email) = lower(${q})`,
          user(sql<string>`users.id::text`, '=', q),
        ]),
      ),
    )
    .$if(association !== undefined, (all) => all.where(associated(association ?? 'associated', now)))
    .$if(account !== undefined, (all) => all.where(accountIs(account ?? 'active', now)))

const SORTS = { name: sql`name collate "und-x-icu"`, id: sql`users.id`, email: sql`lower(email)` } as const

const IS_ASSOCIATED = sql<boolean>`exists (
  select from user_profiles where user_profiles.user_id = users.id and user_profiles.ended_at is null
)`

const associated = (association: UserAssociation, now: string) => {
  if (association === 'associated') return IS_ASSOCIATED
  if (association === 'not_associated') return sql<boolean>`not ${IS_ASSOCIATED}`
  return sql<boolean>`(not ${IS_ASSOCIATED} and not exists (
    select from association_tokens
    where association_tokens.user_id = users.id and association_tokens.ended_at is null
      and association_tokens.expires_at > ${now}
  ))`
}

const accountIs = (account: UserAccount, now: string) => {
  if (account === 'active') return hasAccount(now)
  if (account === 'ending') return isEnding(now)
  return account === 'inactive' ? sql<boolean>`not users.is_active` : sql<boolean>`users.expires_at <= ${now}`
}

type TrialUsersQuery = Page & { trial_id: number; sites: PermittedSites; name: string }

/** One page of the people with a permission in a trial that a viewer may see, by name, and their number. */
export const listTrialUsers = async (
  queries: Queries,
  { trial_id, sites, name, ...page }: TrialUsersQuery,
): Promise<{ rows: UserRow[]; total: number }> => {
  const permitted = queries
    .selectFrom('user_permissions')
    .select('user_id')
    .where('ended_at', 'is', null)
    .where(inTrial(trial_id, sites))
  const query = queries
    .selectFrom('users')
    .where('users.id', 'in', permitted)
    .where('name', 'ilike', containsPattern(name))
  return pageOfUsers(query, { ...page, sort: 'name', order: 'asc' })
}

type Sorted = Page & Pick<UsersQuery, 'sort' | 'order'>

const inOrder = (
  query: SelectQueryBuilder<Schema, 'users', object>,
  { sort, order }: Pick<UsersQuery, 'sort' | 'order'>,
) => query.orderBy(SORTS[sort], order).orderBy('users.id', order)

const pageOfUsers = async (
  query: SelectQueryBuilder<Schema, 'users', object>,
  { page, page_size, sort, order }: Sorted,
) => {
  const { total } = await query.select((user) => user.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await inOrder(query, { sort, order })
    .selectAll('users')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows, total }
}

/** Stores a person. Returns their id. */
export const insertUser = async (queries: Queries, user: Insertable<Schema['users']>): Promise<number> => {
  const { id } = await queries.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()
  return id
}
