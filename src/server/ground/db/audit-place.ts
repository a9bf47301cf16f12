import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import type { Queries } from './transaction'

/** Ids of the audit log come in blocks of so many (migration 0009, `audit_terms`). */
const BLOCK = 32_768

type Sought = {
  /** Chains of which nothing may be known. */
  hidden: readonly number[]
  from: 'newest' | 'oldest'
  /** How many entries stand before the place. */
  skip: number
}

/** A bound for ids from which on, towards the other end, a place is so many entries away: fewer than a block has. */
type Place = { bound: number; offset: number }

/**
 * Where in the whole log a place is, so many entries from one end. It steps over whole blocks by how many entries they have, so
 * that it takes the same time in a large log as in a small one. Ids have gaps, so blocks differ.
 */
export const placeOf = async (queries: Queries, { hidden, from, skip }: Sought): Promise<Place> => {
  const newest = await newestBlock(queries)
  const counted = countsOf(queries, hidden)
  const isNewestFirst = from === 'newest'
  let block = isNewestFirst ? newest : 0
  let offset = skip
  while (isNewestFirst ? block > 0 : block < newest) {
    // Within reach whatever the block has.
    if (offset === 0) break
    const count = counted.get(block) ?? (await countBlock(queries, hidden, block))
    if (isSettled(block, newest)) counted.set(block, count)
    if (offset < count) break
    offset -= count
    block += isNewestFirst ? -1 : 1
  }
  return { bound: isNewestFirst ? (block + 1) * BLOCK : block * BLOCK, offset }
}

/**
 * Entries are never removed, so what a block has stays so once nothing is written to it any more: an entry is committed within
 * seconds of being given its id, and by then a whole block of ids has been given to others.
 */
const isSettled = (block: number, newest: number): boolean => block + 2 <= newest

/** How many entries the settled blocks of a database have, by what is hidden and by block. */
const counts = new WeakMap<Queries, Map<string, Map<number, number>>>()

const countsOf = (queries: Queries, hidden: readonly number[]): Map<number, number> => {
  const ofDatabase = counts.get(queries) ?? new Map<string, Map<number, number>>()
  counts.set(queries, ofDatabase)
  const key = hidden.toSorted((a, b) => a - b).join(' ')
  const ofHidden = ofDatabase.get(key) ?? new Map<number, number>()
  ofDatabase.set(key, ofHidden)
  return ofHidden
}

const newestBlock = async (queries: Queries): Promise<number> => {
  const { rows } = await sql<{ block: number }>`
    select coalesce(max(id), 0) / ${BLOCK}::bigint as block from audit_log
  `.execute(queries)
  return rows[0]?.block ?? 0
}

const countBlock = async (queries: Queries, hidden: readonly number[], block: number): Promise<number> => {
  // The embedded database answers without ever letting go of the thread: here other requests have their turn.
  await setImmediate()
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from audit_log
    where id >= ${block * BLOCK} and id < ${(block + 1) * BLOCK} and ${unhidden(hidden)}
  `.execute(queries)
  return rows[0]?.count ?? 0
}

/** Nothing is asked of the chain where nothing is hidden, which is most often and spares a look at each. */
export const unhidden = (hidden: readonly number[]) =>
  hidden.length === 0 ? sql<boolean>`true` : sql<boolean>`chain <> all (${[...hidden]}::bigint[])`
