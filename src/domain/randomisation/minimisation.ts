import { countMoved, countsOf, type CountState } from './count-state'
import { cellOfArm, groupIdsAt, weightSum, type DesignOf } from './design'
import { greatestCommonDivisor } from './greatest-common-divisor'
import type { RandomSource } from './random-source'

/** The counts of the arms at the new participant's level of one factor, and how much that factor weighs. */
type Level = { readonly weight: number; readonly counts: readonly number[] }

/**
 * Minimisation over the S virtual arms: for each candidate arm one is added to its count at the participant's level of
 * each factor; G = Σ factor weight · imbalance. With probability p an arm of least G is drawn, else one of the rest. In: the
 * counts of those levels, in order of the factors. Source: RANDOMISATION, Methods (Pocock & Simon 1975; Kuznetsova &
 * Tymofyeyev 2012).
 */
export const drawMinimised = (
  design: DesignOf<'minimisation'>,
  states: readonly (CountState | null)[],
  source: RandomSource,
) => {
  const arms = weightSum(design.cells)
  const levels = design.factors.map(({ weight }, place) => ({ weight, counts: countsOf(states[place], arms) }))
  const arm = source.pick(
    armWeights(design.minimisation_probability, IMBALANCES[design.minimisation_measure](levels, arms)),
  )
  return {
    arm,
    group_ids: groupIdsAt(design, cellOfArm(design, arm)),
    states: levels.map(({ counts }) => countMoved(counts, arm, 1)),
  }
}

/**
 * The weight of each arm in the draw, p in percent: with p = a / b in lowest terms, T arms of least imbalance and O others,
 * a · O for an arm of T and (b − a) · T for another; all alike where no arm is worse.
 */
const armWeights = (percent: number, imbalances: readonly number[]): readonly number[] => {
  let least = imbalances[0] ?? 0
  let best = 0
  for (const imbalance of imbalances) {
    if (imbalance < least) {
      least = imbalance
      best = 1
    } else if (imbalance === least) best += 1
  }
  const others = imbalances.length - best
  if (others === 0) return imbalances.map(() => 1)
  const divisor = greatestCommonDivisor(percent, 100)
  const ofBest = (percent / divisor) * others
  const ofOthers = ((100 - percent) / divisor) * best
  return imbalances.map((imbalance) => (imbalance === least ? ofBest : ofOthers))
}

/** G of each candidate arm, up to an addend and a factor that all arms share: only their order is used. */
const IMBALANCES = {
  /**
   * S² · variance = S · Σ x² − (Σ x)². Adding one to x_k adds S · (2 x_k + 1) to the first term and the same to the second
   * whichever k it is, so Σ factor weight · x_k has the same order: the weighted sum of marginal totals.
   */
  variance: (levels: readonly Level[], arms: number): readonly number[] =>
    overArms(arms, (arm) => levels.reduce((sum, { weight, counts }) => sum + weight * (counts[arm] ?? 0), 0)),

  /** Largest count less smallest, after one more in the candidate arm. */
  range: (levels: readonly Level[], arms: number): readonly number[] => {
    const extremes = levels.map(extremesOf)
    return overArms(arms, (arm) => extremes.reduce((sum, level) => sum + level.weight * rangeWith(level, arm), 0))
  },
}

type Extremes = Level & { readonly most: number; readonly least: number; readonly secondLeast: number }

/** The largest count and the two smallest, equal ones counted one by one. */
const extremesOf = (level: Level): Extremes => {
  let most = 0
  let least = Infinity
  let secondLeast = Infinity
  for (const count of level.counts) {
    if (count > most) most = count
    if (count < least) {
      secondLeast = least
      least = count
    } else if (count < secondLeast) secondLeast = count
  }
  // Field by field: spreading an object here takes ten times as long as all the rest of a draw.
  return { weight: level.weight, counts: level.counts, most, least, secondLeast }
}

const rangeWith = ({ counts, most, least, secondLeast }: Extremes, arm: number): number => {
  const count = counts[arm] ?? 0
  const lowest = count === least ? Math.min(secondLeast, count + 1) : least
  return Math.max(most, count + 1) - lowest
}

const overArms = (arms: number, valueOf: (arm: number) => number): readonly number[] => {
  const values: number[] = []
  for (let arm = 0; arm < arms; arm += 1) values.push(valueOf(arm))
  return values
}
