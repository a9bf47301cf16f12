import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { searchQuery, type AuditSearch } from '../audit/search-query'
import type { Queries } from './transaction'
import { containsPattern } from './trials'

/** So many people's names are looked for at most; a text that more of them have is no name. */
const MAX_NAMES = 500
/** So many matches are read at once, before others have their turn. */
const PIECE = 10_000

/** The ids of a page of entries, the newest first, and how many there are: at most `most` of those that match are counted. */
export type FoundAudits = { ids: number[]; total: number; has_more: boolean }

type Page = { page: number; page_size: number }

/** Looks for entries. */
export const searchAudits = async (
  queries: Queries,
  search: AuditSearch & Page & { most: number },
): Promise<FoundAudits> => {
  const { from, until, is_reviewed, page, page_size, most } = search
  const terms = searchQuery(search, await peopleNamed(queries, search.q))
  if (terms === null) return { ids: [], total: 0, has_more: false }
  if (terms === '' && from === null && until === null && is_reviewed === null) return pageOfAll(queries, search)
  const ids = await findMatches(queries, search, { terms, before: null, most: most + 1 })
  const counted = ids.slice(0, most)
  return {
    ids: counted.slice((page - 1) * page_size, page * page_size),
    total: counted.length,
    has_more: ids.length > most,
  }
}

/** The ids of every entry that matches, the newest first: piece after piece, others having their turn between. */
export const matchingAudits = async (queries: Queries, search: AuditSearch): Promise<number[]> => {
  const terms = searchQuery(search, await peopleNamed(queries, search.q))
  const pieces: number[][] = []
  if (terms === null) return []
  for (;;) {
    const before = pieces.at(-1)?.at(-1) ?? null
    const piece = await findMatches(queries, search, { terms, before, most: PIECE })
    pieces.push(piece)
    if (piece.length < PIECE) return pieces.flat()
    await setImmediate()
  }
}

/** All entries, counted by the lengths of their chains and read from the nearer end. */
const pageOfAll = async (queries: Queries, { hidden, page, page_size }: AuditSearch & Page): Promise<FoundAudits> => {
  const { rows: lengths } = await sql<{ total: number }>`
    select coalesce(sum(length), 0)::bigint as total from audit_chains where chain <> all (${[...hidden]}::bigint[])
  `.execute(queries)
  const total = lengths[0]?.total ?? 0
  const first = (page - 1) * page_size
  const size = Math.max(0, Math.min(page_size, total - first))
  if (size === 0) return { ids: [], total, has_more: false }
  const isNearEnd = first > total / 2
  const place = isNearEnd
    ? sql`order by id asc offset ${total - first - size} limit ${size}`
    : sql`order by id desc offset ${first} limit ${size}`
  // Nothing is asked of the chain where nothing is hidden, which is most often and spares a look at each.
  const visible = hidden.length === 0 ? sql`true` : sql`chain <> all (${[...hidden]}::bigint[])`
  const { rows } = await sql<{ id: number }>`select id from audit_log where ${visible} ${place}`.execute(queries)
  return { ids: rows.map(({ id }) => id).sort((a, b) => b - a), total, has_more: false }
}

const peopleNamed = async (queries: Queries, text: string): Promise<number[]> => {
  if (text === '') return []
  const named = queries.selectFrom('users').select('id').where('name', 'ilike', containsPattern(text))
  return (await named.orderBy('id').limit(MAX_NAMES).execute()).map(({ id }) => id)
}

type Piece = { terms: string; before: number | null; most: number }

/** The newest matches, as many as `most`, before an entry or from the newest on. */
const findMatches = async (
  queries: Queries,
  { from, until, is_reviewed, hidden }: AuditSearch,
  { terms, before, most }: Piece,
): Promise<number[]> => {
  const found = await queries
    .selectFrom('audit_search')
    .select('audit_log_id')
    .$if(terms !== '', (query) => query.where(sql<boolean>`terms @@ ${terms}::tsquery`))
    .$if(hidden.length > 0, (query) => query.where(sql<boolean>`not terms @@ ${hiddenTerms(hidden)}::tsquery`))
    .$if(from !== null, (query) => query.where('created_at', '>=', from))
    .$if(until !== null, (query) => query.where('created_at', '<', until))
    .$if(is_reviewed !== null, (query) => query.where(sql<boolean>`${hasReview} = ${is_reviewed}`))
    .$if(before !== null, (query) => query.where('audit_log_id', '<', before))
    .orderBy('audit_log_id', 'desc')
    .limit(most)
    .execute()
  return found.map(({ audit_log_id }) => audit_log_id)
}

const hasReview = sql`exists (select from audit_reviews where audit_reviews.audit_log_id = audit_search.audit_log_id)`

const hiddenTerms = (chains: readonly number[]): string => chains.map((chain) => `c${chain}`).join(' | ')
