import { ACCOUNT_WARNING_DAYS } from '#domain/people/account-warning'
import { sql, type Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries } from './transaction'
import { hasAccount } from './users'

export type EndingAccount = Pick<Selectable<Schema['users']>, 'id' | 'name' | 'email' | 'selected_timezone'> & {
  expires_at: string
  /** The warning that is due: the fewest days of ACCOUNT_WARNING_DAYS that reach the end. */
  days: number
}

/**
 * People with an account and a permission who were not yet emailed the due warning about this end of their account, by id, at most
 * `limit`. A warning that was missed is made up for by the next one alone.
 */
export const findUnwarnedAccounts = async (queries: Queries, now: string, limit: number): Promise<EndingAccount[]> => {
  const { rows } = await sql<EndingAccount>`
    select users.id, name, email, selected_timezone, expires_at, due.days
    from users cross join lateral (
      select min(days) as days from unnest(${[...ACCOUNT_WARNING_DAYS]}::int[]) as days
      where users.expires_at < ${now}::timestamptz + make_interval(hours => 24 * (days + 1))
    ) as due
    where ${hasAccount(now)} and due.days is not null
      and exists (select from user_permissions where user_permissions.user_id = users.id and ended_at is null)
      and not exists (
        select from messages
        where trial_id is null and kind = 'account_ending' and messages.user_id = users.id
          and (facts ->> 'expires_at')::timestamptz = users.expires_at and (facts ->> 'days')::int <= due.days
      )
    order by users.id limit ${limit}
  `.execute(queries)
  return rows
}
