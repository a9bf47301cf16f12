import { sql } from 'kysely'
import { hasIds, type ArchiveBounds, type ArchivedPart } from './archived-rows'
import type { Queries } from './transaction'

/** The bounds of these tables, in one statement: of one moment, also where the pieces of the reading are not. */
export const archiveBounds = async (
  queries: Queries,
  trialId: number,
  tables: readonly ArchivedPart[],
): Promise<ArchiveBounds> => {
  const greatest = tables.filter(hasIds).map(({ name }) => sql`select ${name}::text, max(id) from ${sql.id(name)}`)
  const columns = tables.find(({ name }) => name === 'audit_chains')?.columns ?? []
  const { rows } = await sql<ArchiveBounds>`
    select
      (select json_object_agg(name, id) from (${sql.join(greatest, sql` union all `)}) one (name, id)) as greatest,
      (select row_to_json(one)::text
        from (select ${sql.join(columns.map((column) => sql.id(column)))} from audit_chains
          where chain = ${trialId}) one) as chain`.execute(queries)
  const [bounds] = rows
  if (!bounds) throw new Error('a statement without a table has a row')
  return bounds
}
