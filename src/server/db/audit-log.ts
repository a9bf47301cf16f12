import { sql } from 'kysely'
import { chainOf, genesisOf, nextHead, type AuditEntry } from '../audit/audit-entry'
import type { Queries } from './transaction'

/** Where a chain stands: how many entries it has, and the hash of the last. */
export type Chain = { length: number; head: string }

/**
 * Appends an entry to its chain within the transaction of what it tells of. The chain's row is held until the transaction
 * ends, so that positions never fork.
 */
export const appendAudit = (transaction: Queries, entry: AuditEntry): Promise<void> =>
  appendAudits(transaction, [entry])

/** Appends entries in their order, each to its chain. */
export const appendAudits = async (transaction: Queries, entries: readonly AuditEntry[]): Promise<void> => {
  const chains = new Set(entries.map(chainOf).sort((a, b) => a - b))
  for (const chain of chains) {
    const start = await holdChain(transaction, chain)
    const rows = chained(
      chain,
      start,
      entries.filter((entry) => chainOf(entry) === chain),
    )
    await sql`
      insert into audit_log (
        chain, position, created_at, trial_id, user_id, role, kind, description, changes, reason, request_id, hash
      )
      select chain, position, created_at, trial_id, user_id, role, kind, description, changes, reason, request_id, hash
      from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(rows)}::jsonb)
    `.execute(transaction)
    const last = rows.at(-1)
    await transaction
      .updateTable('audit_chains')
      .set({ length: last?.position ?? start.length, head: last?.hash ?? start.head })
      .where('chain', '=', chain)
      .execute()
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

const holdChain = async (transaction: Queries, chain: number): Promise<Chain> => {
  await transaction
    .insertInto('audit_chains')
    .values({ chain, length: 0, head: genesisOf(chain) })
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute()
  return transaction
    .selectFrom('audit_chains')
    .select(['length', 'head'])
    .where('chain', '=', chain)
    .forUpdate()
    .executeTakeFirstOrThrow()
}
