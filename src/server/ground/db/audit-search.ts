import type { AuditKind } from '#domain/audit/audit-kind'
import { sql } from 'kysely'
import { setImmediate } from 'node:timers/promises'
import { placeOf, unhidden } from './audit-place'
import type { Queries } from './transaction'
import { containsPattern } from './trials'

/** How many blocks of ids (migration 0009, `audit_terms`) are looked through at once, one after another: few where much is found, more where it is not. */
const STRIDES = [1, 1, 2, 4]
const LONGEST_STRIDE = 8
/** So many people's names are looked for at most; a text that more of them have is no name. */
const MOST_NAMES = 500

/** What is looked for; what is null or empty is not asked. `named`: the kinds that `q` may mean. */
export type AuditSearch = {
  q: string
  named: readonly AuditKind[]
  user_id: number | null
  trial_id: number | null
  participant: number | null
  pack_id: string
  kinds: readonly AuditKind[]
  /** Instants: from the one until just before the other. */
  from: string | null
  until: string | null
  /** Chains of which nothing may be known. */
  hidden: readonly number[]
  unsearched: Unsearched
}

/**
 * The kinds that are not found by words of the description, and those that are not by packs, in the trials named. Entries of the kinds
 * `by_day` are found by their kind alone where somebody else than the reader wrote them who saw anything of the groups.
 */
type Unsearched = {
  trials: 'every_trial' | readonly number[]
  words: readonly AuditKind[]
  packs: readonly AuditKind[]
  by_day: readonly AuditKind[]
  reader: number
}

/** The ids of a page of entries, the newest first, and how many there are: at most `most` of them are counted. */
export type FoundAudits = { ids: number[]; total: number; has_more: boolean }

type Page = { page: number; page_size: number }

/** Looks for entries. Takes the same time in a large log as in a small one, save for what is rare and old. */
export const searchAudits = async (
  queries: Queries,
  search: AuditSearch & Page & { most: number },
): Promise<FoundAudits> => {
  const terms = await termsOf(queries, search)
  if (terms === null) return { ids: [], total: 0, has_more: false }
  if (terms === '' && search.from === null && search.until === null) return pageOfAll(queries, search)
  const { page, page_size, most } = search
  const ids: number[] = []
  for (const blocks of strides(await blocksWithin(queries, search))) {
    ids.push(...(await findInBlocks(queries, { ...search, terms, blocks, limit: most + 1 - ids.length })))
    if (ids.length > most) break
  }
  const counted = ids.slice(0, most)
  return {
    ids: counted.slice((page - 1) * page_size, page * page_size),
    total: counted.length,
    has_more: ids.length > most,
  }
}

/** The ids of every entry that matches, the newest first: block after block, others having their turn between. */
export const matchingAudits = async (queries: Queries, search: AuditSearch): Promise<number[]> => {
  const terms = await termsOf(queries, search)
  const pieces: number[][] = []
  if (terms === null) return []
  for (const blocks of strides(await blocksWithin(queries, search))) {
    pieces.push(await findInBlocks(queries, { ...search, terms, blocks, limit: null }))
    await setImmediate()
  }
  return pieces.flat()
}

/** All entries, counted by the lengths of their chains and read from the nearer end. */
const pageOfAll = async (queries: Queries, { hidden, page, page_size }: AuditSearch & Page): Promise<FoundAudits> => {
  const { rows: lengths } = await sql<{ total: number }>`
    select coalesce(sum(length), 0)::bigint as total from audit_chains where chain <> all (${[...hidden]}::bigint[])
  `.execute(queries)
  const total = lengths[0]?.total ?? 0
  const first = (page - 1) * page_size
  const size = Math.max(0, Math.min(page_size, total - first))
  const isNearEnd = first > total / 2
  if (size === 0) return { ids: [], total, has_more: false }
  const from = isNearEnd ? 'oldest' : 'newest'
  const { bound, offset } = await placeOf(queries, { hidden, from, skip: isNearEnd ? total - first - size : first })
  const within = isNearEnd ? sql`id >= ${bound} order by id asc` : sql`id < ${bound} order by id desc`
  const { rows } = await sql<{ id: number }>`
    select id from audit_log where ${unhidden(hidden)} and ${within} offset ${offset} limit ${size}
  `.execute(queries)
  return { ids: rows.map(({ id }) => id).sort((a, b) => b - a), total, has_more: false }
}

/**
 * What an entry must have, as a tsquery over `audit_terms`: empty where nothing is asked, null where nothing can match.
 * Every word of `q` must stand in the description, the last one perhaps only begun.
 */
const termsOf = async (queries: Queries, search: AuditSearch): Promise<string | null> => {
  const { rows } = await sql<{ words: string[]; people: number[]; pack: string }>`
    select
      array(
        select left(word, 100)
        from unnest(regexp_split_to_array(lower(${search.q}::text), '[^[:alnum:]]+')) with ordinality as said (word, place)
        where word <> '' order by place
      ) as words,
      array(
        select id from users where ${search.q}::text <> '' and name ilike ${containsPattern(search.q)} order by id limit ${MOST_NAMES}
      ) as people,
      left(md5(lower(${search.pack_id}::text)), 8) as pack
  `.execute(queries)
  const { words = [], people = [], pack = '' } = rows[0] ?? {}
  const said = words.map((word, place) => `'w${word}'${place === words.length - 1 ? ':*' : ''}`).join(' & ')
  const { unsearched } = search
  const alternatives = [
    said === '' ? '' : `(${said}${besides(unsearched.trials, unsearched.words)})`,
    ...people.map((id) => `u${id}`),
    ...search.named.map((kind) => `'k${kind}'`),
  ]
  const any = alternatives.filter((one) => one !== '').join(' | ')
  if (search.q !== '' && any === '') return null
  return [
    any,
    search.user_id === null ? '' : `u${search.user_id}`,
    search.trial_id === null ? '' : `c${search.trial_id}`,
    search.participant === null ? '' : `p${search.participant}`,
    search.pack_id === '' ? '' : `s${pack}${besides(unsearched.trials, unsearched.packs)}`,
    search.kinds.map((kind) => `'k${kind}'`).join(' | '),
  ]
    .filter((part) => part !== '')
    .map((part) => `(${part})`)
    .join(' & ')
}

/** That an entry is of none of these kinds in these trials, to follow another term; empty where that is no matter. */
const besides = (trials: Unsearched['trials'], kinds: readonly AuditKind[]): string => {
  if (trials.length === 0 || kinds.length === 0) return ''
  const there = trials === 'every_trial' ? '!c0' : trials.map((id) => `c${id}`).join(' | ')
  return ` & !((${kinds.map((kind) => `'k${kind}'`).join(' | ')}) & (${there}))`
}

/** The blocks that hold anything of the days asked, the newest first. */
const blocksWithin = async (queries: Queries, { from, until }: AuditSearch): Promise<number[]> => {
  const { rows } = await sql<{ block: number }>`
    select block from generate_series((select max(id) from audit_log) / 32768, 0, -1) as block
    where exists (
      select from audit_log where id / 32768 = block
        and created_at >= coalesce(${from}::timestamptz, '-infinity')
        and created_at < coalesce(${until}::timestamptz, 'infinity')
    )
  `.execute(queries)
  return rows.map(({ block }) => block)
}

const strides = (blocks: readonly number[]): number[][] => {
  const cut: number[][] = []
  for (let at = 0, turn = 0; at < blocks.length; turn += 1) {
    const size = STRIDES[turn] ?? LONGEST_STRIDE
    cut.push(blocks.slice(at, at + size))
    at += size
  }
  return cut
}

type InBlocks = AuditSearch & { terms: string; blocks: readonly number[]; limit: number | null }

const findInBlocks = async (queries: Queries, { terms, blocks, limit, ...search }: InBlocks): Promise<number[]> => {
  const among = `(${blocks.map((block) => `b${block}`).join(' | ')})`
  // By days alone, the terms are not needed; with terms, the days are looked at only in what the terms have found.
  const ordered =
    terms === ''
      ? sql`id / 32768 = any (${[...blocks]}::bigint[])`
      : sql`audit_terms(id, chain, user_id, kind, description, changes) @@ ${`${among} & ${terms}`}::tsquery`
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select id from audit_log
      where ${ordered} and ${unhidden(search.hidden)} ${withinDays(search)} ${notByWhatIsCut(search)}
      order by id desc limit ${limit}
    ) as ids
  `.execute(queries)
  return rows[0]?.ids ?? []
}

/** Between the instants asked; nothing where none are, lest an index of times be taken for what it does not help. */
const withinDays = ({ from, until }: AuditSearch) =>
  from === null && until === null
    ? sql``
    : sql`
        and created_at >= coalesce(${from}::timestamptz, '-infinity')
        and created_at < coalesce(${until}::timestamptz, 'infinity')
      `

/** Who, which packs and whose they are is cut of acts on packs that are told by their day: nothing is found by it. */
const notByWhatIsCut = ({ q, named, user_id, participant, pack_id, unsearched }: AuditSearch) => {
  const { trials, by_day, reader } = unsearched
  const asksWhatIsCut = q !== '' || user_id !== null || participant !== null || pack_id !== ''
  if (trials.length === 0 || !asksWhatIsCut) return sql``
  const there = trials === 'every_trial' ? sql`chain <> 0` : sql`chain = any (${[...trials]}::bigint[])`
  const isByKind =
    user_id === null && participant === null && pack_id === '' ? sql`kind = any (${[...named]}::text[])` : sql`false`
  return sql`
    and (kind <> all (${[...by_day]}::text[]) or not ${there} or user_id = ${reader} or writer_sight = 'nothing' or ${isByKind})
  `
}
