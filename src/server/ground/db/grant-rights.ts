import { memberAt } from '#domain/member-at'
import { sql } from 'kysely'
import { advisoryLockStatement } from './advisory-locks'
import type { OpenDatabase } from './open-database'
import { TABLE_RIGHTS, type TableRight } from './table-rights'
import type { Queries } from './transaction'

/** The open database and its role. */
export const openedDatabase = async ({
  queries,
}: Pick<OpenDatabase, 'queries'>): Promise<{ database: string; role: string }> => {
  const place = sql<{ database: string; role: string }>`
    select current_database()::text as database, current_user::text as role`
  const { rows } = await place.execute(queries)
  return memberAt(rows, 0)
}

/**
 * Grants a role exactly the rights to serve: to read and add everywhere, and to change or delete only where the program does.
 * Called as the owner of the tables; running servers are not disturbed. Throws one sentence where the role may create tables.
 */
export const grantRights = (owner: OpenDatabase, role: string): Promise<void> =>
  owner.queries.transaction().execute(async (transaction) => {
    await advisoryLockStatement('migration').execute(transaction)
    const to = sql.id(role)
    const schema = sql.id(await schemaOf(transaction))
    await sql`revoke all on all tables in schema ${schema} from ${to}`.execute(transaction)
    await sql`grant usage on schema ${schema} to ${to}`.execute(transaction)
    await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(transaction)
    await sql`grant select on all tables in schema ${schema} to ${to}`.execute(transaction)
    await sql`grant insert on ${tables(() => true)} to ${to}`.execute(transaction)
    await sql`grant update on ${tables((right) => right.startsWith('changed'))} to ${to}`.execute(transaction)
    await sql`grant delete on ${tables((right) => right === 'changed and deleted')} to ${to}`.execute(transaction)
    const makes = sql<{ makes: boolean }>`select has_schema_privilege(${role}, current_schema(), 'CREATE') as makes`
    if ((await makes.execute(transaction)).rows[0]?.makes === true)
      throw new Error(
        `The role ${role} may make tables. As an administrator: revoke create on schema public from public`,
      )
  })

/** The tables that the database's role may not use as the program does. */
export const tablesWithoutRights = async (queries: Queries): Promise<string[]> => {
  const needed = Object.entries(TABLE_RIGHTS).flatMap(([table, right]) =>
    verbsOf(right).map((verb) => sql`(${table}::text, ${verb}::text)`),
  )
  const { rows } = await sql<{ name: string }>`
    select distinct needed.name from (values ${sql.join(needed)}) as needed (name, verb)
    where not has_table_privilege(quote_ident(needed.name), needed.verb) order by 1`.execute(queries)
  return rows.map(({ name }) => name)
}

const verbsOf = (right: TableRight): string[] => [
  'SELECT',
  'INSERT',
  ...(right.startsWith('changed') ? ['UPDATE'] : []),
  ...(right === 'changed and deleted' ? ['DELETE'] : []),
]

const schemaOf = async (queries: Queries): Promise<string> => {
  const { rows } = await sql<{ schema: string }>`select current_schema()::text as schema`.execute(queries)
  return rows[0]?.schema ?? 'public'
}

const tables = (isGranted: (right: string) => boolean) =>
  sql.join(
    Object.entries(TABLE_RIGHTS)
      .filter(([, right]) => isGranted(right))
      .map(([table]) => sql.id(table)),
  )
