import { sql, type Selectable } from 'kysely'
import type { Schema } from './schema'
import type { Queries, Transaction } from './transaction'

/**
 * How often something was refused within an hour: to whom, from where, at which call, and why. The address is null where too many
 * were counted to tell them apart, or it is unknown.
 */
export type CountedRefusal = Omit<Selectable<Schema['refusals']>, 'id'>

/** Adds to the counts of each hour. Counts are locked in one order, so that no two such writes deadlock. */
export const addRefusals = async (queries: Queries, counted: readonly CountedRefusal[]): Promise<void> => {
  await sql`
    insert into refusals (hour, kind, code, call, user_id, address, times)
    select hour, kind, code, call, user_id, address, times
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb)
      as counted (hour timestamptz, kind text, code text, call text, user_id bigint, address text, times bigint)
    order by hour, kind, code, call, coalesce(user_id, 0), coalesce(address, '')
    on conflict (hour, kind, code, call, coalesce(user_id, 0), coalesce(address, ''))
      do update set times = refusals.times + excluded.times
  `.execute(queries)
}

/** Deletes the counts of hours before one, the oldest first, at most `limit`, and returns them with names. */
export const deleteRefusalsBefore = async (
  transaction: Transaction,
  hour: string,
  limit: number,
): Promise<(CountedRefusal & { name: string | null })[]> => {
  const deleted = await transaction
    .deleteFrom('refusals')
    .where('id', 'in', (old) =>
      old.selectFrom('refusals').select('id').where('hour', '<', hour).orderBy('hour').orderBy('id').limit(limit),
    )
    .returning(['id', 'hour', 'kind', 'code', 'call', 'user_id', 'address', 'times'])
    .execute()
  const people = deleted.flatMap(({ user_id }) => user_id ?? [])
  const named = people.length
    ? await transaction.selectFrom('users').select(['id', 'name']).where('id', 'in', people).execute()
    : []
  const names = new Map(named.map(({ id, name }) => [id, name]))
  return deleted
    .sort((one, other) => one.id - other.id)
    .map((refusal) => ({ ...refusal, name: names.get(refusal.user_id ?? 0) ?? null }))
}
