import type { OneRatioDesign } from '../randomisation/design'
import { designAt } from '../randomisation/ratios'
import { exactRates, ratesTogether } from './exact-figures'
import { exactSteps } from './exact-key'
import { checked, type CheckedEstimate } from './figures'
import { bestOf, type GuessEstimates } from './guess-rates'
import type { GuessedEpoch } from './guessed-epoch'
import { hasOneKey, seesAllOfKey } from './guessed-by'
import type { NumberedKeys } from './key-designs'
import { keysByDesign, reachOfSizes } from './key-reach'
import { unseeingGuesser } from './observe-guesses'
import { observeSiteGuesses } from './observe-site-guesses'
import { placedParticipants } from './placed-participants'
import type { Recruit } from './recruit'
import { simulatedTrials } from './simulated-trial'
import type { SimulationSource } from './simulation-source'

/** How often the best guesser is right about so many participants. */
export type GuessRate = {
  readonly participants: number
  /** In the actual draws. */
  readonly observed: number
  /** Expected by the design: over trials of the same participants, drawn again with the simulation's own chance. */
  readonly expected: CheckedEstimate
  /** The certain allocations, expected likewise: the guesser knows them beforehand. */
  readonly certain: number
}

/** The rates of right guesses in one epoch, of the whole and by site id. */
export type EpochRates = {
  /** How often one is right who knows nothing but the ratio, and always names the largest weight. */
  readonly unseeing: number
  readonly trial: GuessRate
  readonly sites: ReadonlyMap<number, GuessRate>
}

/**
 * The guesses about an epoch's participants in the actual draws, and in so many repeated draws, with the same flags at
 * the same times. At each site the way of guessing counts that is expected to be right most often there.
 */
export const epochRates = (epoch: GuessedEpoch, trials: number, source: SimulationSource): EpochRates => {
  const { design, moves, carried = [] } = epoch
  const { siteIds, recruits, keys } = placedParticipants(epoch)
  const ofSites = siteIds.map((_, site) => recruits.filter((recruit) => recruit.site === site))
  const guessedSites = {
    sites: siteIds.length,
    keys,
    key_shares: hasOneKey(design) ? sharesOf(recruits, keys.count) : null,
    // No filter follows other settings either.
    is_moved: moves.length > 0 || carried.length > 0,
  }
  const observe = (drawSource: SimulationSource, times: number) => {
    const counts = ofSites.map(({ length }) => length)
    const guesses = observeSiteGuesses(design, guessedSites, counts)
    const recruitment = (_source: SimulationSource, number: number) => recruits[number] ?? NOBODY
    const makeTrial = simulatedTrials(design, keys, recruits.length, recruitment, moves, carried)
    for (let trial = 0; trial < times; trial += 1) makeTrial(drawSource, [guesses])
    return guesses.figures()
  }
  const asDrawn = observe(drawnBefore(epoch.participants.map(({ arm }) => arm)), 1)
  const redrawn = observe(source, trials)
  const exact = exactRateOf(epoch, recruits, keys)
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
  return {
    unseeing: unseeingOf(epoch),
    trial: rateOf(recruits, asDrawn.trial, redrawn.trial, true),
    sites: new Map(siteRates),
  }
}

/**
 * The actual draws, one after another, with the weights among which the engine picked. The size of a block is unknown:
 * a guesser of blocks looks at weights only where there is one size.
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

/** Answers the exact rate of right guesses about some of the participants, each key's all or none; null where unknown. */
const exactRateOf = (
  { design, moves, carried = [] }: GuessedEpoch,
  recruits: readonly Recruit[],
  numbered: NumberedKeys,
) => {
  const sizesOf = (subset: readonly Recruit[], among: readonly number[]): readonly number[] => {
    const sizes = new Map<number, number>()
    const counted = new Set(among)
    for (const { keys } of subset)
      for (const key of keys) if (counted.has(key)) sizes.set(key, (sizes.get(key) ?? 0) + 1)
    return [...sizes.values()]
  }
  // What a flag moves depends on whose it is, and no formula follows it, nor a change of settings.
  const isKnown = hasOneKey(design) && moves.length === 0 && carried.length === 0
  const lots = isKnown
    ? [...keysByDesign(design, numbered)].map(([ofKeys, keys]) => ({
        ofKeys,
        keys,
        steps: exactSteps(ofKeys, Math.max(...sizesOf(recruits, keys))),
      }))
    : []
  return (subset: readonly Recruit[]): number | null => {
    if (!isKnown) return null
    return ratesTogether(
      lots.map(({ ofKeys, keys, steps }) => {
        const reach = reachOfSizes(sizesOf(subset, keys))
        return { reach, rates: exactRates(ofKeys, steps, reach) }
      }),
    ).trial_guesser
  }
}

const unseeingOf = ({ design, participants }: GuessedEpoch): number => {
  const right = ({ cells }: OneRatioDesign) => unseeingGuesser(cells.map(({ weight }) => weight))
  if (design.ratios === undefined) return right(design)
  return participants.reduce((sum, one) => sum + right(designAt(design, one)), 0) / participants.length
}
