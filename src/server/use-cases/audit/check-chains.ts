import { isAuditKind, type AuditKind } from '#domain/audit/audit-kind'
import { setImmediate } from 'node:timers/promises'
import { findBeyondEnd, findChain, findChainPiece, findChains } from '../../ground/db/audit-chains'
import type { Queries } from '../../ground/db/transaction'
import type { SeedKeys } from '../../ground/secrets/seed-keys'
import { isHeadAuthentic } from '../../ground/audit/head-mac'
import { CHAIN_WITHOUT_TRIAL, genesisOf, nextHead } from '../../ground/audit/audit-entry'

/** The first entry that does not follow from those before it. */
export type WrongEntry = {
  /** Null where the last entries of the chain are missing, or its stored end is wrong. */
  id: number | null
  trial_id: number | null
  /** The position of the entry in its chain, from 1; or that of a missing one. */
  position: number
  /**
   * `altered`: it differs from its hash. `missing`: an entry is missing. `reordered`: it precedes an entry that was
   * written earlier. `added`: it follows the end. `chain_altered`: the entries follow from each other, but their end
   * differs from the chain's, or its end has no valid code.
   */
  fault: 'altered' | 'missing' | 'reordered' | 'added' | 'chain_altered'
}

/**
 * The result of a check: how many entries are right, the first wrong entry of each wrong chain, and whether every chain
 * was checked to its end.
 */
export type ChainCheck = { checked: number; wrong: WrongEntry[]; is_complete: boolean }

/** How many entries are read at once and checked before other work runs: some 50 ms. */
const PIECE = 1000

/**
 * Recomputes the chains of the audit log from their first entries, except those of `hidden`. After a wrong chain the
 * others are still checked. Takes no lock: entries appended meanwhile come after those that a chain had when its check
 * began. Ends early when `isStopping` says so.
 */
export const checkChains = async (
  queries: Queries,
  { hidden, ...options }: { hidden: readonly number[]; keys: SeedKeys; isStopping: () => boolean },
): Promise<ChainCheck> => {
  const wrong: WrongEntry[] = []
  let checked = 0
  for (const chain of await findChains(queries)) {
    if (hidden.includes(chain)) continue
    const result = await checkChain(queries, chain, options)
    checked += result.checked
    if (result.first_wrong !== null) wrong.push(result.first_wrong)
    if (options.isStopping()) return { checked, wrong, is_complete: false }
  }
  return { checked, wrong, is_complete: true }
}

/** The first entry of every trial. */
const FIRST_OF_TRIAL: AuditKind = 'trial_created'

type OneChain = { checked: number; first_wrong: WrongEntry | null }

/** One chain. Without keys, the code of its end is not checked. */
export const checkChain = async (
  queries: Queries,
  chain: number,
  { keys, isStopping }: { keys: SeedKeys | null; isStopping: () => boolean },
): Promise<OneChain> => {
  const wrong = (fault: WrongEntry['fault'], position: number, id: number | null = null): OneChain => ({
    checked,
    first_wrong: { id, trial_id: chain === CHAIN_WITHOUT_TRIAL ? null : chain, position, fault },
  })
  let checked = 0
  const end = await findChain(queries, chain)
  if (end === undefined) return wrong('missing', 1)
  const { length, head } = end
  const isOfTrial = chain !== CHAIN_WITHOUT_TRIAL
  // A chain that was removed entirely begins again with the next entry.
  if (isOfTrial && length === 0) return wrong('missing', 1)
  let computedHead = genesisOf(chain)
  let lastId = 0
  while (checked < length && !isStopping()) {
    const entries = await findChainPiece(queries, chain, checked, Math.min(PIECE, length - checked))
    if (entries.length === 0) return wrong('missing', checked + 1)
    for (const { id, chain: _chain, position, hash, kind, ...entry } of entries) {
      if (position !== checked + 1) return wrong('missing', checked + 1, id)
      if (!isAuditKind(kind)) return wrong('altered', position, id)
      computedHead = nextHead(computedHead, position, { ...entry, kind })
      if (computedHead !== hash) return wrong('altered', position, id)
      if (isOfTrial && position === 1 && kind !== FIRST_OF_TRIAL) return wrong('missing', position, id)
      // Lists are ordered by ids, which no head contains.
      if (id <= lastId) return wrong('reordered', position, id)
      lastId = id
      checked += 1
    }
    await setImmediate()
  }
  if (checked < length) return { checked, first_wrong: null }
  if (computedHead !== head) return wrong('chain_altered', length)
  if (keys !== null && !isHeadAuthentic(keys, chain, end)) return wrong('chain_altered', Math.max(length, 1))
  const beyond = await findBeyondEnd(queries, chain)
  return beyond ? wrong('added', beyond.position, beyond.id) : { checked, first_wrong: null }
}
