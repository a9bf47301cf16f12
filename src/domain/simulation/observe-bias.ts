import { drawKeys } from './draw-keys'
import type { Estimate } from './figures'
import { moments } from './moments'
import { cellsOfDraws, type Allocated, type Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { tTest, type TTest } from './t-test/t-test'

/** What comes of a recruiter who guesses the next allocation and chooses participants by it. */
type BiasOf = {
  /** How often the t test of no difference rejects although there is none. */
  readonly type_1_error: Estimate
  /** How often the test of Berger and Exner finds the bias; null where every draw has the same chances. */
  readonly detected: Estimate | null
}

/** By what the recruiter sees: every allocation in the participant's strata, or those of the own site. */
export type BiasFigures = { readonly trial: BiasOf; readonly site: BiasOf }

/** Trials whose rejections are worked out: each is exact for its allocation, so that few tell the mean. */
const MAX_FOLLOWED = 1000

/**
 * Selection bias by the model of Proschan (Statistica Sinica 4, 1994, 219–231): the recruiter follows the convergence strategy of
 * Blackwell & Hodges (1957), guesses the group that is behind its weight, and chooses a participant whose outcome is
 * expected to be better by the plan's bias where that is the second group, worse where it is the first, as any where they are level. For
 * each simulated trial the chance that the two-sided t test rejects is exact given its allocation (`tTest`). Of two groups
 * that are compared alone, in one ratio; null for any other design.
 */
export const observeBias = (plan: SimulationPlan): Observer<BiasFigures | null> => {
  const { design, sizes } = plan
  if (design.ratios !== undefined) return NO_BIAS
  const open = design.cells.flatMap(({ weight }, cell) => (weight > 0 ? [{ cell, weight }] : []))
  const [first, second] = open
  if (first === undefined || second === undefined || open.length > 2 || design.cells.some(isCrossed)) return NO_BIAS
  const inSecond = cellsOfDraws(design).map((cell) => cell === second.cell)
  const factorWeights = 'factors' in design ? design.factors.map(({ weight }) => weight) : [1]
  const steps: Steps = { first: second.weight, second: -first.weight }
  const siteKey = [0]
  const byKey = recruiter(
    plan,
    drawKeys(design, sizes.sites).count,
    steps,
    factorWeights,
    ({ recruit }) => recruit.keys,
  )
  const bySite = recruiter(plan, sizes.sites, steps, [1], ({ recruit }) => {
    siteKey[0] = recruit.site
    return siteKey
  })
  const recruiters = [byKey, bySite]
  const draws = { trials: 0, least: 1, most: 0 }
  return {
    measures: [
      { name: 'type_1_error', latest: byKey.latest },
      { name: 'type_1_error_site', latest: bySite.latest },
    ],
    see: (allocated) => {
      if (draws.trials >= MAX_FOLLOWED) return
      const chance = chanceOfSecond(allocated.weights, inSecond)
      if (chance < draws.least) draws.least = chance
      if (chance > draws.most) draws.most = chance
      const isSecond = allocated.cell === second.cell
      for (const one of recruiters) one.see(allocated, isSecond, chance)
    },
    endTrial: () => {
      for (const one of recruiters) one.endTrial(draws.trials < MAX_FOLLOWED)
      draws.trials += 1
    },
    figures: () => {
      const canDetect = draws.most - draws.least > ROUNDING
      return { trial: byKey.figures(canDetect), site: bySite.figures(canDetect) }
    },
  }
}

const ROUNDING = 1e-9

const NO_BIAS: Observer<null> = { see: () => {}, endTrial: () => {}, figures: () => null }

const isCrossed = ({ group_ids }: SimulationPlan['design']['cells'][number]): boolean => group_ids.length > 1

const chanceOfSecond = (weights: readonly number[], inSecond: readonly boolean[]): number => {
  let ofSecond = 0
  let all = 0
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0
    all += weight
    if (inSecond[index] === true) ofSecond += weight
  }
  return all === 0 ? 0 : ofSecond / all
}

/** By how much a draw of each group moves the difference that is counted: whole numbers, level at 0. */
type Steps = { readonly first: number; readonly second: number }

/**
 * What was seen of one group: participants, guesses (1, 0, −1), chances at the draw, and their squares and products. An array of
 * doubles, since objects of them would be allocated again for each participant.
 */
type GroupSums = Float64Array

const N = 0
const GUESS = 1
const GUESSES = 2
const CHANCE = 3
const CHANCES = 4
const PRODUCT = 5

const noSums = (): GroupSums => new Float64Array(6)

const sumAt = (sums: GroupSums, at: number): number => sums[at] ?? 0

/** One who guesses by counts under keys: the group that is behind by the weighted sum of the differences. */
const recruiter = (
  { sizes, analysis }: SimulationPlan,
  keyCount: number,
  steps: Steps,
  weights: readonly number[],
  keysOf: (allocated: Allocated) => readonly number[],
) => {
  const differences = new Int32Array(keyCount)
  const sums: readonly [GroupSums, GroupSums] = [noSums(), noSums()]
  const ofDifference = testOf(analysis.significance, sizes.participants - 2)
  const ofChance = testOf(analysis.significance, sizes.participants - 3)
  const errors = moments()
  const detections = moments()
  let latest: number | null = null
  return {
    latest: () => latest,
    see: (allocated: Allocated, isSecond: boolean, chance: number): void => {
      const keys = keysOf(allocated)
      const step = isSecond ? steps.second : steps.first
      let ahead = 0
      for (let index = 0; index < keys.length; index += 1) {
        const key = keys[index] ?? 0
        const difference = differences[key] ?? 0
        ahead += (weights[index] ?? 1) * difference
        differences[key] = difference + step
      }
      // The first group is ahead: the second is guessed.
      const guess = Math.sign(ahead)
      const ofGroup = sums[isSecond ? 1 : 0]
      ofGroup[N] = sumAt(ofGroup, N) + 1
      ofGroup[GUESS] = sumAt(ofGroup, GUESS) + guess
      ofGroup[GUESSES] = sumAt(ofGroup, GUESSES) + guess * guess
      ofGroup[CHANCE] = sumAt(ofGroup, CHANCE) + chance
      ofGroup[CHANCES] = sumAt(ofGroup, CHANCES) + chance * chance
      ofGroup[PRODUCT] = sumAt(ofGroup, PRODUCT) + guess * chance
    },
    endTrial: (isFollowed: boolean): void => {
      latest = null
      if (isFollowed) {
        const { rejects, detects } = chancesOf(sums, analysis.selection_bias, ofDifference, ofChance)
        errors.add(rejects)
        detections.add(detects)
        latest = rejects
      }
      differences.fill(0)
      for (const ofGroup of sums) ofGroup.fill(0)
    },
    figures: (canDetect: boolean): BiasOf => ({
      type_1_error: errors.estimate(),
      detected: canDetect ? detections.estimate() : null,
    }),
  }
}

const testOf = (significance: number, freedom: number): TTest =>
  freedom < 1 ? { rejects: () => 0 } : tTest(significance, freedom)

/**
 * How likely the t test rejects, and that of the slope on the chance at the draw in a model with both groups' means (Berger & Exner,
 * Controlled Clinical Trials 20, 1999, 319–327; power: Tamm & Hilgers 2012). Expected outcomes are `bias` times the guesses, in
 * standard deviations: what a model leaves of them is the noncentrality of its residuals. A test that nothing can be told by never rejects.
 */
const chancesOf = (
  [one, other]: readonly [GroupSums, GroupSums],
  bias: number,
  ofDifference: TTest,
  ofChance: TTest,
): { rejects: number; detects: number } => {
  const [first, second] = [sumAt(one, N), sumAt(other, N)]
  if (first === 0 || second === 0) return { rejects: 0, detects: 0 }
  /** Of squares or products about the means of the two groups. */
  const within = (sum: number, left: number, right: number) =>
    sumAt(one, sum) -
    (sumAt(one, left) * sumAt(one, right)) / first +
    sumAt(other, sum) -
    (sumAt(other, left) * sumAt(other, right)) / second
  const guesses = within(GUESSES, GUESS, GUESS)
  const chances = within(CHANCES, CHANCE, CHANCE)
  const product = within(PRODUCT, GUESS, CHANCE)
  const apart = sumAt(other, GUESS) / second - sumAt(one, GUESS) / first
  const information = (first * second) / (first + second)
  const rejects = ofDifference.rejects(bias ** 2 * information * apart ** 2, bias ** 2 * Math.max(0, guesses))
  if (chances < ROUNDING) return { rejects, detects: 0 }
  const explained = product ** 2 / chances
  return {
    rejects,
    detects: ofChance.rejects(bias ** 2 * explained, bias ** 2 * Math.max(0, guesses - explained)),
  }
}
