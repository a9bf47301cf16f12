import type { AllocationDesign } from '../randomisation/design'
import { stateKeys } from '../randomisation/state-keys'
import type { DrawnParticipant } from '../randomisation/strata'
import { exactRates } from './exact-figures'
import { exactSteps } from './exact-key'
import { checked, type CheckedEstimate } from './figures'
import { bestOf, type GuessEstimates } from './guess-rates'
import { hasOneKey, seesAllOfKey } from './guessed-by'
import { reachOfSizes } from './key-reach'
import { observeSiteGuesses } from './observe-site-guesses'
import type { Recruit } from './recruit'
import { simulatedTrials, type CountMove } from './simulated-trial'
import type { SimulationSource } from './simulation-source'

/** A participant who was drawn: site, options, and what was drawn, a virtual arm in a minimisation, else a cell. */
export type GuessedParticipant = DrawnParticipant & { readonly arm: number }

/** The participants of one epoch, one or more, in the order of their draws, and the design that they were drawn under. */
export type GuessedEpoch = {
  readonly design: AllocationDesign
  readonly participants: readonly GuessedParticipant[]
  /** The flags that moved counts of this epoch, in order. */
  readonly moves: readonly CountMove[]
}

/** How often the best guesser is right about so many participants. */
export type GuessRate = {
  readonly participants: number
  /** As they were drawn. */
  readonly observed: number
  /** As the design lets expect: over trials of the same participants, drawn again with the simulation's own chance. */
  readonly expected: CheckedEstimate
  /** About how many there is nothing to guess, expected likewise: the guesser knows them for certain. */
  readonly certain: number
}

/** The rates of right guesses in one epoch, of the whole and by site id. */
export type EpochRates = {
  readonly design: AllocationDesign
  readonly trial: GuessRate
  readonly sites: ReadonlyMap<number, GuessRate>
}

/**
 * The guesses about an epoch's participants as they were drawn, and as they are when drawn again so many times, with the same
 * flags at the same times. At a site that way of guessing counts which is expected to be right most often there.
 */
export const epochRates = (epoch: GuessedEpoch, trials: number, source: SimulationSource): EpochRates => {
  const { design, moves } = epoch
  const { siteIds, recruits, keyCount } = placed(epoch)
  const ofSites = siteIds.map((_, site) => recruits.filter((recruit) => recruit.site === site))
  const guessedSites = {
    sites: siteIds.length,
    key_count: keyCount,
    key_shares: hasOneKey(design) ? sharesOf(recruits, keyCount) : null,
    is_moved: moves.length > 0,
  }
  const observe = (drawSource: SimulationSource, times: number) => {
    const counts = ofSites.map(({ length }) => length)
    const guesses = observeSiteGuesses(design, guessedSites, counts)
    const recruitment = (_source: SimulationSource, number: number) => recruits[number] ?? NOBODY
    const makeTrial = simulatedTrials(design, keyCount, recruits.length, recruitment, moves)
    for (let trial = 0; trial < times; trial += 1) makeTrial(drawSource, [guesses])
    return guesses.figures()
  }
  const asDrawn = observe(drawnBefore(epoch.participants.map(({ arm }) => arm)), 1)
  const redrawn = observe(source, trials)
  const exact = exactRateOf(design, recruits, moves)
  const isExactAtSites = seesAllOfKey(design, siteIds.length)
  const rateOf = (
    subset: readonly Recruit[],
    drawnEstimates: GuessEstimates,
    redrawnEstimates: GuessEstimates,
    isExact: boolean,
  ): GuessRate => ({
    participants: subset.length,
    observed: drawnEstimates.right.mean,
    expected: checked(redrawnEstimates.right, isExact ? exact(subset) : null),
    certain: redrawnEstimates.certain.mean,
  })
  const siteRates = ofSites.flatMap((recruitsAtSite, site): [number, GuessRate][] => {
    const { index, estimates } = bestOf(redrawn.sites[site] ?? [])
    const drawnEstimates = asDrawn.sites[site]?.[index] ?? estimates
    return [[siteIds[site] ?? 0, rateOf(recruitsAtSite, drawnEstimates, estimates, isExactAtSites)]]
  })
  return { design, trial: rateOf(recruits, asDrawn.trial, redrawn.trial, true), sites: new Map(siteRates) }
}

/**
 * The draws as they were, one after another, with the weights that the engine picked among. The size of a block is not among
 * what is known: no guesser of blocks looks at weights, but where there is one size.
 */
const drawnBefore = (drawnIndexes: readonly number[]): SimulationSource => {
  let drawn = 0
  let offered: readonly number[] = []
  const pick = (weights: readonly number[]): number => {
    offered = weights
    drawn += 1
    return drawnIndexes[drawn - 1] ?? 0
  }
  return { below: () => 0, uniform: () => 0n, pick, offered: () => offered }
}

/** The share of participants under each key. */
const sharesOf = (recruits: readonly Recruit[], keyCount: number): readonly number[] => {
  const counts = Array.from({ length: keyCount }, () => 0)
  for (const { keys } of recruits) for (const key of keys) counts[key] = (counts[key] ?? 0) + 1
  return counts.map((count) => count / recruits.length)
}

const NOBODY: Recruit = { site: 0, options: [], keys: [] }

/** Sites and state keys as indexes, in order of site id and of the keys' first participants. */
const placed = ({ design, participants }: GuessedEpoch) => {
  const siteIds = [...new Set(participants.map(({ site_id }) => site_id))].sort((a, b) => a - b)
  const siteIndexes = new Map(siteIds.map((id, index) => [id, index]))
  const keyIndexes = new Map<string, number>()
  const keyIndexOf = (key: string): number => {
    const index = keyIndexes.get(key) ?? keyIndexes.size
    keyIndexes.set(key, index)
    return index
  }
  const recruits = participants.map((participant): Recruit => {
    const keys = design.method === 'standard' ? [''] : stateKeys(design, 1, participant)
    return { site: siteIndexes.get(participant.site_id) ?? 0, options: [], keys: keys.map(keyIndexOf) }
  })
  return { siteIds, recruits, keyCount: keyIndexes.size }
}

/** Answers the exact rate of right guesses about some of the participants, each key's all or none; null where unknown. */
const exactRateOf = (design: AllocationDesign, recruits: readonly Recruit[], moves: readonly CountMove[]) => {
  const sizesOf = (subset: readonly Recruit[]): readonly number[] => {
    const sizes = new Map<number, number>()
    for (const { keys } of subset) for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1)
    return [...sizes.values()]
  }
  // What a flag moves depends on whose it is, and no formula follows it.
  const isKnown = hasOneKey(design) && moves.length === 0
  const steps = isKnown ? exactSteps(design, Math.max(...sizesOf(recruits))) : []
  return (subset: readonly Recruit[]): number | null =>
    isKnown ? exactRates(design, steps, reachOfSizes(sizesOf(subset))).trial_guesser : null
}
