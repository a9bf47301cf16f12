import type { AllocationDesign } from '../randomisation/design'
import { firstBelief, FOR_MANY_STATES, type Belief } from './belief'
import { guessOf } from './best-guess'
import { canBeFilteredAtSite, openWeights, seesAllOfKey } from './guessed-by'
import { countGuesser, trialGuesser, type Guesser } from './guesser'

/** Whom the guessers at sites guess about: so many sites, and how often a participant comes to each state key. */
export type GuessedSites = {
  readonly sites: number
  readonly key_count: number
  /** By key, of a design with one key for each draw; null where draws depend on several. */
  readonly key_shares: readonly number[] | null
  /** Whether flags moved counts. */
  readonly is_moved: boolean
}

/**
 * Ways of guessing at a site, for one who sees its allocations alone with the sequence numbers that its users are shown, and
 * never more. Which is best depends on design and sites; the best of them counts. Each follows all sites at once.
 */
export const siteGuessers = (design: AllocationDesign, guessedSites: GuessedSites): readonly Guesser[] => {
  if (seesAllOfKey(design, guessedSites.sites))
    return [trialGuesser(design, guessedSites.key_count, guessedSites.is_moved)]
  const ownCounts = atEachSite(() => countGuesser(design, guessedSites.key_count))
  return [
    largestWeight(design),
    ownCounts,
    ...(isOneCount(design) ? [] : [ownDifference(design)]),
    ...(guessedSites.key_shares !== null && !guessedSites.is_moved && canBeFilteredAtSite(design)
      ? [betweenNumbers(design, guessedSites.key_shares)]
      : []),
  ]
}

/** Whether counts by key are the counts of the site. */
const isOneCount = (design: AllocationDesign): boolean =>
  design.method === 'minimisation'
    ? design.factors.length === 1 && design.factors.every(({ of }) => of === 'trial')
    : !design.is_stratified

/** Has seen nothing: always names a group of the largest weight. */
const largestWeight = (design: AllocationDesign): Guesser => {
  const { credits } = guessOf(design.cells.map(({ weight }) => weight))
  const isCertain = openWeights(design).length === 1
  return {
    guess: ({ cell }, score) => {
      score.right += credits[cell] ?? 0
      if (isCertain) score.certain += 1
    },
    move: () => {},
    reset: () => {},
  }
}

/** Whoever has fewest at the site, whatever the strata. */
const ownDifference = (design: AllocationDesign): Guesser => {
  const counted = atEachSite(() => countGuesser(design, 1))
  const ofWholeSite = (recruit: { readonly site: number }) => ({ site: recruit.site, options: [], keys: WHOLE_SITE })
  return {
    guess: (allocated, score) => counted.guess({ ...allocated, recruit: ofWholeSite(allocated.recruit) }, score),
    move: (recruited, cell, by) => counted.move(ofWholeSite(recruited), cell, by),
    reset: counted.reset,
  }
}

const WHOLE_SITE = [0]

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

/** What is believed at one site of one key, and how many had been drawn elsewhere by then. */
type SiteBelief = { belief: Belief; elsewhere: number }

/** Knows by the sequence numbers how many were drawn elsewhere in between, and goes through what they may have got. */
const betweenNumbers = (design: AllocationDesign, shares: readonly number[]): Guesser => {
  const firsts = new Map<number, Belief>()
  const firstOf = (key: number): Belief => {
    const share = shares[key] ?? 0
    const initial = firsts.get(share) ?? firstBelief(design, { ...FOR_MANY_STATES, share })
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

/** The belief after so many draws that nobody saw; once they change nothing any more, no more are gone through. */
const afterHiddenDraws = (belief: Belief, draws: number): Belief => {
  let now = belief
  for (let draw = 0; draw < draws; draw += 1) {
    const next = now.afterHiddenDraw()
    if (next === now) return now
    now = next
  }
  return now
}
