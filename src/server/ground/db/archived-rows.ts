import { sql, type RawBuilder } from 'kysely'
import type { Table } from './backup-tables'
import type { LongReading } from './long-reading'

/** The number of rows that are read at once. */
const PIECE = 500

/**
 * The rows of a table for which something holds, in the order of its key, piece by piece, each as the database's own JSON. Each piece
 * begins after the last row of the one before: a cursor would need one transaction, which not every reading has.
 */
export async function* archivedRows(
  reading: LongReading,
  { name, columns, ordered_by }: Table,
  where: RawBuilder<unknown>,
): AsyncGenerator<readonly string[], void, undefined> {
  if (ordered_by.some((column) => !columns.includes(column))) throw new Error(`the key of ${name} is not archived`)
  const key = sql.join(ordered_by.map((column) => sql.id(column)))
  let after = sql`true`
  for (;;) {
    const { rows } = await reading.readPiece((queries) =>
      sql<{ row: string }>`
        select row_to_json(one)::text as row
        from (select ${sql.join(columns.map((column) => sql.id(column)))} from ${sql.id(name)}
          where (${where}) and ${after} order by ${key} limit ${sql.lit(PIECE)}) one`.execute(queries),
    )
    const last = rows.at(-1)
    if (last) yield rows.map(({ row }) => row)
    if (!last || rows.length < PIECE) return
    after = sql`(${key}) > (select ${key} from json_populate_record(null::${sql.id(name)}, ${last.row}::json))`
  }
}
