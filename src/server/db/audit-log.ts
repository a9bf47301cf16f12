import { chainOf, genesisOf, nextHead, type AuditEntry } from '../audit/audit-entry'
import type { Queries } from './transaction'

/** Where a chain stands: how many entries it has, and the hash of the last. */
export type Chain = { length: number; head: string }

/**
 * Appends entries to one chain, in order, within the transaction of what they tell of. The chain's row is held until the
 * transaction ends, so that positions never fork.
 */
export const appendAudit = async (transaction: Queries, ...entries: readonly AuditEntry[]): Promise<void> => {
  const [first] = entries
  if (!first) return
  const chain = chainOf(first)
  const start = await holdChain(transaction, chain)
  const rows = chained(chain, start, entries)
  await transaction
    .insertInto('audit_log')
    .values(rows.map((row) => ({ ...row, changes: JSON.stringify(row.changes) })))
    .execute()
  const head = rows.at(-1)?.hash ?? start.head
  await transaction
    .updateTable('audit_chains')
    .set({ length: start.length + rows.length, head })
    .where('chain', '=', chain)
    .execute()
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
