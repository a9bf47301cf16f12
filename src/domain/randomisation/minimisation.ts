import { countMoved, countsOf, zeros, type CountState } from './count-state'
import { cellOfVirtualArm, groupIdsAt, weightSum, type DesignOf } from './design'
import { greatestCommonDivisor } from './greatest-common-divisor'
import type { RandomSource } from './random-source'

/**
 * Minimisation over the S virtual arms: for each candidate arm one is added to its count at the participant's level of
 * each factor; G = Σ factor weight · imbalance. With probability p an arm of least G is drawn, else one of the rest. In: the
 * counts of those levels, in order of the factors. Source: src/specification/rct-alloc-1.md#minimisation (Pocock & Simon 1975;
 * Kuznetsova & Tymofyeyev 2012).
 */
export const drawMinimised = (
  design: DesignOf<'minimisation'>,
  states: readonly (CountState | null)[],
  source: RandomSource,
) => {
  const virtualArms = weightSum(design.cells)
  const counts = design.factors.map((_, index) => countsOf(states[index], virtualArms))
  const starts = counts.map((_, index) => index * virtualArms)
  const virtualArm = source.pick(armWeigher(design)(counts.flat(), starts))
  return {
    drawn_index: virtualArm,
    group_ids: groupIdsAt(design, cellOfVirtualArm(design, virtualArm)),
    states: counts.map((ofLevel) => countMoved(ofLevel, virtualArm, 1)),
  }
}

/** Counts in one list. Those of the arms at the participant's level of a factor lie side by side, in order of the arms. */
type CountList = ArrayLike<number>

/** The weight of each arm in a draw. In: the counts, and where those of each factor begin. The answer is filled again by the next call. */
type ArmWeigher = (counts: CountList, starts: readonly number[]) => readonly number[]

/**
 * Set up once for any number of draws: it allocates nothing at a draw. With p = a / b in lowest terms, T arms of least imbalance and
 * O others: a · O for an arm of T and (b − a) · T for another; all alike where no arm is worse.
 */
export const armWeigher = (design: DesignOf<'minimisation'>): ArmWeigher => {
  const { cells, factors, minimisation_measure, minimisation_probability, minimisation_out_of } = design
  const virtualArms = weightSum(cells)
  const factorWeights = factors.map(({ weight }) => weight)
  const divisor = greatestCommonDivisor(minimisation_probability, minimisation_out_of)
  const best = minimisation_probability / divisor
  const rest = (minimisation_out_of - minimisation_probability) / divisor
  const addImbalance = IMBALANCES[minimisation_measure]
  const imbalances = zeros(virtualArms)
  const weights = zeros(virtualArms)
  return (counts, starts) => {
    imbalances.fill(0)
    for (let factor = 0; factor < factorWeights.length; factor += 1)
      addImbalance(imbalances, factorWeights[factor] ?? 0, counts, starts[factor] ?? 0)
    weigh(imbalances, best, rest, weights)
    return weights
  }
}

const weigh = (imbalances: readonly number[], best: number, rest: number, weights: number[]): void => {
  let smallest = imbalances[0] ?? 0
  let bestArms = 0
  for (let arm = 0; arm < imbalances.length; arm += 1) {
    const imbalance = imbalances[arm] ?? 0
    if (imbalance < smallest) {
      smallest = imbalance
      bestArms = 1
    } else if (imbalance === smallest) bestArms += 1
  }
  const otherArms = imbalances.length - bestArms
  const ofBest = otherArms === 0 ? 1 : best * otherArms
  const ofOthers = rest * bestArms
  for (let arm = 0; arm < imbalances.length; arm += 1) weights[arm] = imbalances[arm] === smallest ? ofBest : ofOthers
}

/** Adds what one factor gives to G of each candidate arm, up to an addend and a factor that all arms share: only their order is used. */
type AddImbalance = (into: number[], weight: number, counts: CountList, start: number) => void

const IMBALANCES: Record<DesignOf<'minimisation'>['minimisation_measure'], AddImbalance> = {
  /**
   * S² · variance = S · Σ x² − (Σ x)². Adding one to x_k adds S · (2 x_k + 1) to the first term and the same to the second
   * whichever k it is, so Σ factor weight · x_k has the same order: the weighted sum of marginal totals.
   */
  variance: (into, weight, counts, start) => {
    for (let arm = 0; arm < into.length; arm += 1) into[arm] = (into[arm] ?? 0) + weight * (counts[start + arm] ?? 0)
  },

  /** Largest count less smallest, after one more in the candidate arm. */
  range: (into, weight, counts, start) => {
    let largest = 0
    let smallest = Infinity
    let secondSmallest = Infinity
    for (let arm = 0; arm < into.length; arm += 1) {
      const count = counts[start + arm] ?? 0
      if (count > largest) largest = count
      if (count < smallest) {
        secondSmallest = smallest
        smallest = count
      } else if (count < secondSmallest) secondSmallest = count
    }
    for (let arm = 0; arm < into.length; arm += 1) {
      const count = counts[start + arm] ?? 0
      const lowest = count === smallest ? Math.min(secondSmallest, count + 1) : smallest
      into[arm] = (into[arm] ?? 0) + weight * (Math.max(largest, count + 1) - lowest)
    }
  },
}
