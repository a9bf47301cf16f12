import type { AllocationDesign, OneRatioDesign } from '../randomisation/design'
import { oneRatioDesigns } from '../randomisation/ratios'
import { firstBelief, FOR_MANY_STATES, type Belief } from './belief'
import { guessOf, type Guess } from './best-guess'
import { canBeFilteredAtSite, openWeights, seesAllOfKey } from './guessed-by'
import { countGuesser, trialGuesser, type Guesser } from './guesser'
import { designsByKey, type NumberedKeys } from './key-designs'

/** The subject of the guessers at sites: so many sites, and how often a participant belongs to each state key. */
export type GuessedSites = {
  readonly sites: number
  readonly keys: NumberedKeys
  /** By key, of a design with one key for each draw; null where draws depend on several. */
  readonly key_shares: readonly number[] | null
  /** Whether flags moved counts. */
  readonly is_moved: boolean
}

/**
 * Ways of guessing at a site, for a guesser who sees only its allocations with the sequence numbers that its users see.
 * The best of them depends on design and sites, and counts. Each follows all sites at once.
 */
export const siteGuessers = (design: AllocationDesign, guessedSites: GuessedSites): readonly Guesser[] => {
  if (seesAllOfKey(design, guessedSites.sites)) return [trialGuesser(design, guessedSites.keys, guessedSites.is_moved)]
  const designs = oneRatioDesigns(design).map((one) => one.design)
  const ownCounts = atEachSite(() => countGuesser(design, guessedSites.keys))
  return [
    largestWeight(design, guessedSites.keys),
    ownCounts,
    ...(isOneCount(design) || design.ratios !== undefined ? [] : [ownDifference(design, guessedSites.sites)]),
    ...(guessedSites.key_shares !== null && !guessedSites.is_moved && designs.every(canBeFilteredAtSite)
      ? [betweenNumbers(design, guessedSites.keys, guessedSites.key_shares)]
      : []),
  ]
}

/** Whether counts by key are the counts of the site. */
const isOneCount = (design: AllocationDesign): boolean =>
  design.method === 'minimisation'
    ? design.factors.length === 1 && design.factors.every(({ of }) => of === 'trial')
    : !design.is_stratified

/** Without any knowledge but of the ratio: always names a group of the largest weight. */
const largestWeight = (design: AllocationDesign, numbered: NumberedKeys): Guesser => {
  const designOf = designsByKey(design, numbered)
  const guesses: Guess[] = Array.from({ length: numbered.count }, (_, key) =>
    guessOf(designOf(key).cells.map(({ weight }) => weight)),
  )
  const isCertain = openWeights(design).length === 1
  return {
    guess: ({ recruit: { keys }, cell }, score) => {
      score.right += guesses[keys[0] ?? 0]?.credits[cell] ?? 0
      if (isCertain) score.certain += 1
    },
    move: () => {},
    reset: () => {},
  }
}

/** Whoever has fewest at the site, whatever the strata: each site is a key. Not where the strata have ratios of their own. */
const ownDifference = (design: AllocationDesign, sites: number): Guesser => {
  const counted = countGuesser(design, { count: sites, options: [] })
  // Filled again for each participant: a new object for each would be most of what a simulation throws away.
  const keys = [0]
  const recruit = { site: 0, options: [], keys }
  const seen = { number: 0, recruit, cell: 0, weights: NO_WEIGHTS, is_certain: false }
  return {
    guess: (allocated, score) => {
      keys[0] = allocated.recruit.site
      seen.cell = allocated.cell
      counted.guess(seen, score)
    },
    move: ({ site }, cell, by) => {
      keys[0] = site
      counted.move(recruit, cell, by)
    },
    reset: counted.reset,
  }
}

const NO_WEIGHTS: readonly number[] = []

const atEachSite = (make: () => Guesser): Guesser => {
  const guessers: (Guesser | undefined)[] = []
  const at = (site: number): Guesser => (guessers[site] ??= make())
  return {
    guess: (allocated, score) => at(allocated.recruit.site).guess(allocated, score),
    move: (recruited, cell, by) => at(recruited.site).move(recruited, cell, by),
    reset: () => {
      for (const guesser of guessers) guesser?.reset()
    },
  }
}

/** The belief at one site about one key, and how many had been drawn elsewhere by then. */
type SiteBelief = { belief: Belief; elsewhere: number }

/** Knows by the sequence numbers how many were drawn elsewhere in between, and goes through their possible results. */
const betweenNumbers = (design: AllocationDesign, numbered: NumberedKeys, shares: readonly number[]): Guesser => {
  const designOf = designsByKey(design, numbered)
  const firstsOfDesign = new Map<OneRatioDesign, Map<number, Belief>>()
  const firstOf = (key: number): Belief => {
    const share = shares[key] ?? 0
    const ofKey = designOf(key)
    const firsts = firstsOfDesign.get(ofKey) ?? new Map<number, Belief>()
    firstsOfDesign.set(ofKey, firsts)
    const initial = firsts.get(share) ?? firstBelief(ofKey, { ...FOR_MANY_STATES, share })
    firsts.set(share, initial)
    return initial
  }
  const believed = new Map<number, SiteBelief>()
  const drawnAtSite: number[] = []
  return {
    is_slow: true,
    guess: ({ number, recruit: { site, keys }, cell }, score) => {
      const [key = 0] = keys
      const siteAndKey = site * shares.length + key
      const siteBelief = believed.get(siteAndKey) ?? { belief: firstOf(key), elsewhere: 0 }
      believed.set(siteAndKey, siteBelief)
      const drawnBefore = drawnAtSite[site] ?? 0
      siteBelief.belief = afterHiddenDraws(siteBelief.belief, number - drawnBefore - siteBelief.elsewhere)
      siteBelief.elsewhere = number - drawnBefore
      score.right += siteBelief.belief.credits[cell] ?? 0
      if (siteBelief.belief.is_certain) score.certain += 1
      siteBelief.belief = siteBelief.belief.afterDraw(cell)
      drawnAtSite[site] = drawnBefore + 1
    },
    move: () => {},
    reset: () => {
      believed.clear()
      drawnAtSite.length = 0
    },
  }
}

/** The belief after so many unseen draws; ends early once they change nothing any more. */
const afterHiddenDraws = (belief: Belief, draws: number): Belief => {
  let now = belief
  for (let draw = 0; draw < draws; draw += 1) {
    const next = now.afterHiddenDraw()
    if (next === now) return now
    now = next
  }
  return now
}
