import { sql } from 'kysely'
import { searchQuery, type AuditSearch } from '../audit/search-query'
import type { IdQuery } from './long-ids'
import type { Queries } from './transaction'
import { containsPattern } from './trials'

/** How many people's names are searched at most; a text in more names is no name. */
const MAX_NAMES = 500

/** The ids of a page of entries in the requested order, and their number: at most `limit` matches are counted. */
export type FoundAudits = { ids: number[]; total: number; has_more: boolean }

type Page = { page: number; page_size: number }

/** Searches entries. */
export const searchAudits = async (
  queries: Queries,
  search: AuditSearch & Page & { limit: number },
): Promise<FoundAudits> => {
  const { from, until, is_reviewed, page, page_size, limit } = search
  const terms = searchQuery(search, await peopleNamed(queries, search.q))
  if (terms === null) return { ids: [], total: 0, has_more: false }
  if (terms === '' && from === null && until === null && is_reviewed === null) return pageOfAll(queries, search)
  const found = await matches(queries, search, terms)
    .limit(limit + 1)
    .execute()
  const ids = found.map(({ id }) => id)
  const counted = ids.slice(0, limit)
  return {
    ids: counted.slice((page - 1) * page_size, page * page_size),
    total: counted.length,
    has_more: ids.length > limit,
  }
}

/** Selects the ids of every matching entry, in the requested order. */
export const selectAuditIds = async (queries: Queries, search: AuditSearch): Promise<IdQuery> => {
  const terms = searchQuery(search, await peopleNamed(queries, search.q))
  return (reading) => matches(reading, search, terms)
}

/**
 * All entries, counted by the lengths of their chains; the newest first, read from the nearer end. The oldest first are
 * always read from the oldest: entries are added between the statements, and would shift a page that is found from the
 * newest.
 */
const pageOfAll = async (
  queries: Queries,
  { hidden, order, page, page_size }: AuditSearch & Page,
): Promise<FoundAudits> => {
  const { rows: lengths } = await sql<{ total: number }>`
    select coalesce(sum(length), 0)::bigint as total from audit_chains where chain <> all (${[...hidden]}::bigint[])
  `.execute(queries)
  const total = lengths[0]?.total ?? 0
  const first = (page - 1) * page_size
  const size = Math.max(0, Math.min(page_size, total - first))
  if (size === 0) return { ids: [], total, has_more: false }
  const isNearOldest = order === 'desc' && first > total / 2
  const offset = isNearOldest ? total - first - size : first
  const direction = order === 'asc' || isNearOldest ? sql`asc` : sql`desc`
  // Without hidden chains, which is most common, no chain is compared, which saves a check of each entry.
  const visible = hidden.length === 0 ? sql`true` : sql`chain <> all (${[...hidden]}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    select id
    from audit_log
    where ${visible}
    order by id ${direction}
    offset ${offset} limit ${size}
  `.execute(queries)
  return { ids: rows.map(({ id }) => id).sort((a, b) => (order === 'desc' ? b - a : a - b)), total, has_more: false }
}

const peopleNamed = async (queries: Queries, text: string): Promise<number[]> => {
  if (text === '') return []
  const named = queries.selectFrom('users').select('id').where('name', 'ilike', containsPattern(text))
  return (await named.orderBy('id').limit(MAX_NAMES).execute()).map(({ id }) => id)
}

/** The ids of entries with these terms, in the requested order; none where `terms` is null. */
const matches = (queries: Queries, { from, until, is_reviewed, hidden, order }: AuditSearch, terms: string | null) =>
  queries
    .selectFrom('audit_search')
    .select('audit_log_id as id')
    .$if(terms === null, (query) => query.where(sql.lit(false)))
    .$if(terms !== null && terms !== '', (query) => query.where(sql<boolean>`terms @@ ${terms}::tsquery`))
    .$if(hidden.length > 0, (query) => query.where(sql<boolean>`not terms @@ ${hiddenTerms(hidden)}::tsquery`))
    .$if(from !== null, (query) => query.where('created_at', '>=', from))
    .$if(until !== null, (query) => query.where('created_at', '<', until))
    .$if(is_reviewed !== null, (query) => query.where(sql<boolean>`${hasReview} = ${is_reviewed}`))
    .orderBy('audit_log_id', order)

const hasReview = sql`exists (select from audit_reviews where audit_reviews.audit_log_id = audit_search.audit_log_id)`

const hiddenTerms = (chains: readonly number[]): string => chains.map((chain) => `c${chain}`).join(' | ')
