import { chainOf, genesisOf, nextHead, type AuditEntry } from '../audit/audit-entry'
import type { Queries } from './transaction'

/** Where a chain stands: how many entries it has, and the hash of the last. */
export type Chain = { length: number; head: string }

/**
 * Appends an entry to its chain within the transaction of what it tells of. The chain's row is held until the transaction
 * ends, so that positions never fork.
 */
export const appendAudit = async (transaction: Queries, entry: AuditEntry): Promise<void> => {
  const chain = chainOf(entry)
  const start = await holdChain(transaction, chain)
  for (const row of chained(chain, start, [entry])) {
    await transaction
      .insertInto('audit_log')
      .values({ ...row, changes: JSON.stringify(row.changes) })
      .execute()
    await transaction
      .updateTable('audit_chains')
      .set({ length: row.position, head: row.hash })
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
