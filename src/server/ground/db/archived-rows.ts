import { sql, type RawBuilder } from 'kysely'
import { TABLES } from './archived-tables'
import type { Table } from './backup-tables'
import type { LongReading } from './long-reading'

/** The number of rows that are read at once. */
const PIECE = 500

/** A table with its archived columns and the condition for its rows. */
export type ArchivedPart = Table & { where: RawBuilder<unknown> }

/** The last rows of an archive's tables. */
export type ArchiveBounds = {
  /** The greatest id of each table whose key is its id; missing for an empty table. */
  greatest: Readonly<Record<string, number | null>>
  /** The row of the trial's audit chain, as the database's own JSON; null where there is none. */
  chain: string | null
}

/** The tables of the archive of a trial. Throws at a table without an entry. */
export const archivedTables = (tables: readonly Table[], trialId: number): ArchivedPart[] =>
  tables.flatMap((table) => {
    const part = Object.entries(TABLES).find(([name]) => name === table.name)?.[1]
    if (part === undefined) throw new Error(`no archive knows the table ${table.name}`)
    if (typeof part === 'string') return []
    const columns = table.columns.filter((name) => part.without?.includes(name) !== true)
    return [{ ...table, columns, where: part.where(trialId) }]
  })

/** Whether the key of a table is its id. */
export const hasIds = ({ ordered_by }: Table): boolean => ordered_by.length === 1 && ordered_by[0] === 'id'

/**
 * The rows of a table within the bounds, in the order of its key, piece by piece, each as the database's own JSON. Each piece begins
 * after the last row of the one before: a cursor would need one transaction, which not every reading has.
 */
export async function* archivedPieces(
  reading: LongReading,
  table: ArchivedPart,
  { greatest, chain }: ArchiveBounds,
): AsyncGenerator<readonly string[], void, undefined> {
  const { name, columns, ordered_by, where } = table
  // The chain grows with the audit log: its row must be of the moment at which that ends.
  if (name === 'audit_chains') {
    if (chain !== null) yield [chain]
    return
  }
  if (ordered_by.some((column) => !columns.includes(column))) throw new Error(`the key of ${name} is not archived`)
  const key = sql.join(ordered_by.map((column) => sql.id(column)))
  const within = hasIds(table) ? sql`id <= ${greatest[name] ?? 0}` : sql`true`
  let after = sql`true`
  for (;;) {
    const { rows } = await reading.readPiece((queries) =>
      sql<{ row: string }>`
        select row_to_json(one)::text as row
        from (select ${sql.join(columns.map((column) => sql.id(column)))} from ${sql.id(name)}
          where (${where}) and ${within} and ${after} order by ${key} limit ${sql.lit(PIECE)}) one`.execute(queries),
    )
    const last = rows.at(-1)
    if (last) yield rows.map(({ row }) => row)
    if (!last || rows.length < PIECE) return
    after = sql`(${key}) > (select ${key} from json_populate_record(null::${sql.id(name)}, ${last.row}::json))`
  }
}
