import { sql, type Expression } from 'kysely'
import type { Queries } from './transaction'

export type Read = <Piece>(read: (queries: Queries) => Promise<Piece>) => Promise<Piece>

/** Selects the ids of a long list, in its order. */
export type IdQuery = (queries: Queries) => Expression<{ id: number }>

/** The number of rows in a long list, and their ids in order, piece by piece. */
export type LongIds = { count: number; pieces: () => AsyncIterable<readonly number[]> }

/** Through a cursor, which the transaction of the snapshot closes: at most a piece of the ids is in memory. */
export const idsThroughCursor = async (
  { read, readPiece }: { read: Read; readPiece: Read },
  select: IdQuery,
  size: number,
): Promise<LongIds> => {
  const { rows } = await read((queries) =>
    sql<{ count: number }>`select count(*) as count from (${select(queries)}) as ids`.execute(queries),
  )
  async function* pieces() {
    const cursor = sql.id(`ids_${(cursors += 1)}`)
    await read((queries) => sql`declare ${cursor} no scroll cursor for ${select(queries)}`.execute(queries))
    for (;;) {
      const fetched = await readPiece((queries) =>
        sql<{ id: number }>`fetch ${sql.lit(size)} from ${cursor}`.execute(queries),
      )
      if (fetched.rows.length > 0) yield fetched.rows.map(({ id }) => id)
      if (fetched.rows.length < size) return
    }
  }
  return { count: rows[0]?.count ?? 0, pieces }
}

/** No two cursors of a transaction have one name. */
let cursors = 0

/**
 * All of them at once: without a transaction there is no cursor, and rows written meanwhile must not move the others.
 */
export const idsAtOnce = async (read: Read, select: IdQuery, size: number): Promise<LongIds> => {
  // As JSON, since parsing an array is much slower.
  const { rows } = await read((queries) =>
    sql<{ ids: number[] }>`select array_to_json(array(${select(queries)})) as ids`.execute(queries),
  )
  const ids = rows[0]?.ids ?? []
  async function* pieces() {
    for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size)
  }
  return { count: ids.length, pieces }
}
