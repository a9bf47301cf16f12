import { chainOf, genesisOf, nextHead, type AuditEntry } from '../audit/audit-entry'
import type { Queries } from './transaction'

type Chain = { length: number; head: string }

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
  await transaction.insertInto('audit_log').values(rows).execute()
  const head = rows.at(-1)?.hash ?? start.head
  await transaction
    .updateTable('audit_chains')
    .set({ length: start.length + rows.length, head })
    .where('chain', '=', chain)
    .execute()
}

const chained = (chain: number, start: Chain, entries: readonly AuditEntry[]) => {
  let { head, length } = start
  return entries.map((entry) => {
    length += 1
    head = nextHead(head, length, entry)
    return { ...entry, changes: JSON.stringify(entry.changes), chain, position: length, hash: head }
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
