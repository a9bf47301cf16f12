import { sql } from 'kysely'
import { chainOf, genesisOf, nextHead, type AuditEntry } from '../audit/audit-entry'
import { inLockOrder, lockChain } from './lock-order'
import type { Queries } from './transaction'

/** Where a chain stands: how many entries it has, and the hash of the last. */
export type Chain = { length: number; head: string }

/**
 * Appends an entry to its chain within the transaction of what it tells of. The chain is held until the transaction ends, so
 * that positions never fork; for the chain of a trial that is the trial's row, which is taken first.
 */
export const appendAudit = (transaction: Queries, entry: AuditEntry): Promise<void> =>
  appendAudits(transaction, [entry])

/** Appends entries in their order, each to its chain. */
export const appendAudits = async (transaction: Queries, entries: readonly AuditEntry[]): Promise<void> => {
  for (const chain of inLockOrder(new Set(entries.map(chainOf)))) {
    await lockChain(transaction, chain)
    // A statement of its own: one that locked as well would read the chain as it was before the wait.
    const start = await readChain(transaction, chain)
    const added = entries.filter((entry) => chainOf(entry) === chain)
    await continueChain(transaction, chain, chained(chain, start, added))
  }
}

/** Entries as the rows that continue a chain. */
export const chained = (chain: number, start: Chain, entries: readonly AuditEntry[]) => {
  let { head, length } = start
  return entries.map((entry) => {
    length += 1
    head = nextHead(head, length, entry)
    return { ...entry, chain, position: length, hash: head }
  })
}

const readChain = async (transaction: Queries, chain: number): Promise<Chain> => {
  const found = transaction.selectFrom('audit_chains').select(['length', 'head']).where('chain', '=', chain)
  return (await found.executeTakeFirst()) ?? { length: 0, head: genesisOf(chain) }
}

/** Stores entries and where the chain stands after them in one statement: others wait for as long as this takes. */
const continueChain = async (transaction: Queries, chain: number, rows: ReturnType<typeof chained>): Promise<void> => {
  const last = rows.at(-1)
  if (!last) return
  await sql`
    with standing as (
      insert into audit_chains (chain, length, head) values (${chain}, ${last.position}, ${last.hash})
      on conflict (chain) do update set length = excluded.length, head = excluded.head
    )
    insert into audit_log (
      chain, position, created_at, trial_id, user_id, role, kind, description, changes, reason, request_id, hash
    )
    select chain, position, created_at, trial_id, user_id, role, kind, description, changes, reason, request_id, hash
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(rows)}::jsonb)
  `.execute(transaction)
}
