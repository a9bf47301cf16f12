import { AUDIT_KIND_NAMES } from '#domain/audit/audit-kind'
import * as v from 'valibot'
import { genesisOf, nextHead } from '../../src/server/ground/audit/audit-entry'
import type { Queries } from '../../src/server/ground/db/transaction'

const KINDS = v.picklist(AUDIT_KIND_NAMES)

/** A stored chain: its length and head, and its entries in order. */
export type StoredChain = Awaited<ReturnType<typeof readChain>>

/** One stored chain: its length, its head and its entries in order. */
export const readChain = async (queries: Queries, chain: number) => {
  const { length, head } = await queries
    .selectFrom('audit_chains')
    .select(['length', 'head'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  const entries = await queries
    .selectFrom('audit_log')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('position')
    .execute()
  return { chain, length, head, entries }
}

/** Every stored chain, by ascending number. */
export const readChains = async (queries: Queries): Promise<StoredChain[]> => {
  const chains = await queries.selectFrom('audit_chains').select('chain').orderBy('chain').execute()
  const read = []
  for (const { chain } of chains) read.push(await readChain(queries, chain))
  return read
}

/** The faults of a chain: gaps in positions, heads that differ from the recomputed ones, and a wrong end. */
export const chainFaults = ({ chain, length, head, entries }: StoredChain): string[] => {
  const faults: string[] = []
  let recomputed = genesisOf(chain)
  for (const [index, { id: _, chain: __, position, hash, kind, ...entry }] of entries.entries()) {
    if (position !== index + 1) faults.push(`position ${position} stands at ${index + 1}`)
    recomputed = nextHead(recomputed, position, { ...entry, kind: v.parse(KINDS, kind) })
    if (recomputed !== hash) faults.push(`entry ${index + 1} is not what was hashed`)
  }
  if (entries.length !== length || recomputed !== head) faults.push('the chain ends elsewhere')
  return faults
}
