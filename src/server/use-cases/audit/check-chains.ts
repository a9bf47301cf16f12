import { isAuditKind, type AuditKind } from '#domain/audit/audit-kind'
import { setImmediate } from 'node:timers/promises'
import { findBeyondEnd, findChain, findChainPiece, findChains } from '../../ground/db/audit-chains'
import type { Queries } from '../../ground/db/transaction'
import type { SeedKeys } from '../../ground/secrets/seed-keys'
import { isHeadAuthentic } from '../../ground/audit/head-mac'
import { CHAIN_WITHOUT_TRIAL, genesisOf, nextHead } from '../../ground/audit/audit-entry'

/** The first entry that does not follow from those before it. */
export type WrongEntry = {
  /** Null where the last entries of the chain are missing, or its end is not what it says. */
  id: number | null
  trial_id: number | null
  /** Which entry of the chain it is, or should be, from 1. */
  position: number
  /**
   * `altered`: it is not what was hashed. `missing`: one is not there. `reordered`: it comes before an entry that was written
   * earlier. `added`: it stands after the end. `chain_altered`: the entries follow from each other, but end elsewhere than the
   * chain says, or its end has no code of who has the seed key.
   */
  fault: 'altered' | 'missing' | 'reordered' | 'added' | 'chain_altered'
}

/**
 * What a check came to: how many entries were found right, the first wrong entry of each chain that is wrong, and whether every
 * chain was looked at to its end.
 */
export type ChainCheck = { checked: number; wrong: WrongEntry[]; is_complete: boolean }

/** So many entries are read at once, and looked at before others get their turn: some 50 ms of work. */
const PIECE = 1000

/**
 * Recomputes the chains of the audit log from their first entries on, save those of `hidden`. A chain that is wrong hides nothing
 * of those behind it. Reads no lock: entries that are appended meanwhile come after those that a chain had when it was come to.
 * Ends early when `isStopping` says so.
 */
export const checkChains = async (
  queries: Queries,
  { hidden, ...how }: { hidden: readonly number[]; keys: SeedKeys; isStopping: () => boolean },
): Promise<ChainCheck> => {
  const wrong: WrongEntry[] = []
  let checked = 0
  for (const chain of await findChains(queries)) {
    if (hidden.includes(chain)) continue
    const result = await checkChain(queries, chain, how)
    checked += result.checked
    if (result.first_wrong !== null) wrong.push(result.first_wrong)
    if (how.isStopping()) return { checked, wrong, is_complete: false }
  }
  return { checked, wrong, is_complete: true }
}

/** The first entry of every trial. */
const FIRST_OF_TRIAL: AuditKind = 'trial_created'

type OneChain = { checked: number; first_wrong: WrongEntry | null }

/** One chain. Without keys, the code of its end is not looked at. */
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
  // One that was removed whole begins again with whatever is written next.
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
      // Lists go by ids, which no head holds.
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
