import { finished } from '#domain/finished'
import { sql } from 'kysely'
import { CHAIN_WITHOUT_TRIAL, chainOf, genesisOf, nextHeadInSteps, type AuditEntry } from '../audit/audit-entry'
import { headMac, isHeadAuthentic, type Chain } from '../audit/head-mac'
import { headKeysOf } from './head-keys'
import { searchTermsInSteps } from '../audit/search-terms'
import { inTurns } from '../in-turns'
import { inLockOrder, lockChain } from './lock-order'
import type { Queries } from './transaction'

/**
 * Appends an entry to its chain within the transaction of its event. The chain is locked until the transaction ends, so
 * that positions never fork; for the chain of a trial that is the trial's row, which is locked first.
 */
export const appendAudit = (transaction: Queries, entry: AuditEntry): Promise<void> =>
  appendAudits(transaction, [entry])

/** Appends entries in their order, each to its chain. */
export const appendAudits = async (transaction: Queries, entries: readonly AuditEntry[]): Promise<void> => {
  for (const chain of inLockOrder(new Set(entries.map(chainOf)))) {
    await lockChain(transaction, chain)
    // A statement of its own: one that also locked would read the chain as it was before the wait.
    const start = await readChain(transaction, chain)
    const added = entries.filter((entry) => chainOf(entry) === chain)
    await continueChain(transaction, start, await inTurns(chainedInSteps(chain, start, added)))
  }
}

/** Entries as the rows that continue a chain. */
export const chained = (chain: number, start: Chain, entries: readonly AuditEntry[]): ChainedEntry[] =>
  finished(chainedInSteps(chain, start, entries))

type ChainedEntry = AuditEntry & { chain: number; position: number; hash: string; terms: string[] }

/** The same in steps: an entry may have thousands of changes. */
function* chainedInSteps(
  chain: number,
  start: Chain,
  entries: readonly AuditEntry[],
): Generator<undefined, ChainedEntry[]> {
  let { head, length } = start
  const rows: ChainedEntry[] = []
  for (const entry of entries) {
    length += 1
    head = yield* nextHeadInSteps(head, length, entry)
    const terms = yield* searchTermsInSteps(chain, entry)
    rows.push({ ...entry, chain, position: length, hash: head, terms })
  }
  return rows
}

/** The state of a chain before its first entry. */
export const emptyChain = (chain: number): Chain => ({ length: 0, head: genesisOf(chain), head_mac: null })

/**
 * The state of a chain after these entries, for the caller that stores them. Its head has a code only where the one
 * before had, or where a trial begins: otherwise an altered head would get one with the next entry.
 */
export const chainAfter = (transaction: Queries, start: Chain, rows: ReturnType<typeof chained>): Chain => {
  const last = rows.at(-1)
  if (!last) return start
  const end = { length: last.position, head: last.hash }
  const keys = headKeysOf(transaction)
  if (keys === null) {
    if (start.head_mac !== null) throw new Error(`Chain ${last.chain} is keyed, and this process has no key for it`)
    return { ...end, head_mac: null }
  }
  const isBeginning = start.length === 0 && last.chain !== CHAIN_WITHOUT_TRIAL && rows[0]?.kind === 'trial_created'
  const isKeyed = isBeginning || isHeadAuthentic(keys, last.chain, start)
  return { ...end, head_mac: isKeyed ? headMac(keys.seed_key, last.chain, end) : null }
}

const readChain = async (transaction: Queries, chain: number): Promise<Chain> => {
  const query = transaction.selectFrom('audit_chains').select(['length', 'head', 'head_mac']).where('chain', '=', chain)
  return (await query.executeTakeFirst()) ?? emptyChain(chain)
}

/** Stores entries and the new state of the chain in one statement: others wait for as long as this takes. */
const continueChain = async (transaction: Queries, start: Chain, rows: ReturnType<typeof chained>): Promise<void> => {
  const [first] = rows
  if (!first) return
  const { length, head, head_mac } = chainAfter(transaction, start, rows)
  await sql`
    with standing as (
      insert into audit_chains (chain, length, head, head_mac) values (${first.chain}, ${length}, ${head}, ${head_mac})
      on conflict (chain) do update
        set length = excluded.length, head = excluded.head, head_mac = excluded.head_mac
    ),
    ${newEntries(rows)}
    select
  `.execute(transaction)
}

/** The insertion of the next entries of a chain with their search terms, for use in a WITH. */
export const newEntries = (rows: ReturnType<typeof chained>) => sql`
    given_entries as materialized (select ${JSON.stringify(rows)}::jsonb as entries),
    new_entries as (
      insert into audit_log (
        chain, position, created_at, trial_id, user_id, role, kind, description, changes, reason, request_id, hash,
        writer_sight
      )
      select chain, position, created_at, trial_id, user_id, role, kind, description, changes, reason, request_id, hash,
        writer_sight
      from given_entries, jsonb_populate_recordset(null::audit_log, entries)
      returning id, position, created_at
    ),
    new_terms as (
      insert into audit_search (audit_log_id, created_at, terms)
      select id, created_at, array_to_tsvector(terms)
      from new_entries join (
        select position, terms from given_entries, jsonb_to_recordset(entries) as entry (position bigint, terms text[])
      ) as found using (position)
    )`
