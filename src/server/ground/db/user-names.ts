import { nameThenAndNow } from '#domain/trials/renaming'
import { sql } from 'kysely'
import type { Queries } from './transaction'

/** The words around two names, as the database fills them in. */
const THEN_AND_NOW = nameThenAndNow('%1$s', '%2$s')

/**
 * The name of a person at the time of an action, with today's beside it where they differ: a row of `users`, or of
 * another name for it, and the column of the time. Null for a missing person.
 */
export const nameAt = <Name extends string | null = string>(recordedAt: string, person = 'users') => {
  const today = sql.ref(`${person}.name`)
  const id = sql.ref(`${person}.id`)
  // The list of renamed people is read once for all rows: looking up former names for each row would make long lists
  // slow.
  return sql<Name>`case when ${id} in (select user_id from user_names) then coalesce(
    (
      select case when former.name = ${today} then ${today} else format(${THEN_AND_NOW}, former.name, ${today}) end
      from user_names as former
      where former.user_id = ${id} and former.ended_at >= ${sql.ref(recordedAt)}
      order by former.id limit 1
    ),
    ${today}
  ) else ${today} end`
}

type NamedAt = { id: number; at: string }

/** The names of the existing ones of these people at an instant each, with today's name beside it where they differ. */
export const findNamesAt = async (
  queries: Queries,
  people: readonly NamedAt[],
): Promise<(NamedAt & { name: string })[]> => {
  if (people.length === 0) return []
  const { rows } = await sql<NamedAt & { name: string }>`
    select users.id, asked.at, ${nameAt('asked.at')} as name
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as asked (id bigint, at timestamptz)
      join users on users.id = asked.id
  `.execute(queries)
  return rows
}

/** Stores the former name of a renamed person, with its end. */
export const keepFormerName = async (transaction: Queries, id: number, name: string, at: string): Promise<void> => {
  await sql`
    insert into user_names (user_id, name, ended_at)
    select id, name, ${at} from users where id = ${id} and name <> ${name}
  `.execute(transaction)
}
