import { sql } from 'kysely'
import { takeAdvisoryLock } from './advisory-locks'
import type { OpenDatabase } from './open-database'
import { TABLE_RIGHTS } from './table-rights'
import type { Queries } from './transaction'

/** The role under which a database is open. */
export const roleOf = async ({ queries }: Pick<OpenDatabase, 'queries'>): Promise<string> => {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(queries)
  return rows[0]?.role ?? ''
}

/**
 * Gives a role the rights to serve, and takes any other to the tables from it: it reads and adds everywhere, and changes or deletes only
 * where the program does. To be called as the owner of the tables; running servers notice nothing.
 */
export const grantRights = (owner: OpenDatabase, role: string): Promise<void> =>
  owner.queries.transaction().execute(async (transaction) => {
    await takeAdvisoryLock('migration').execute(transaction)
    const to = sql.id(role)
    const schema = sql.id(await schemaOf(transaction))
    await sql`revoke all on all tables in schema ${schema} from ${to}`.execute(transaction)
    await sql`grant usage on schema ${schema} to ${to}`.execute(transaction)
    await sql`grant usage, select on all sequences in schema ${schema} to ${to}`.execute(transaction)
    await sql`grant select on all tables in schema ${schema} to ${to}`.execute(transaction)
    await sql`grant insert on ${tables(() => true)} to ${to}`.execute(transaction)
    await sql`grant update on ${tables((right) => right.startsWith('changed'))} to ${to}`.execute(transaction)
    await sql`grant delete on ${tables((right) => right === 'changed and deleted')} to ${to}`.execute(transaction)
  })

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
