import { countMoved, countsOf, zeros, type CountState } from './count-state'
import { cellOfVirtualArm, groupIdsAt, weightSum, type DesignOf, type MinimisationFactor } from './design'
import { greatestCommonDivisor } from './greatest-common-divisor'
import type { RandomSource } from './random-source'

/** The counts of the arms at the new participant's level of each factor, in order of the factors. */
type LevelCounts = readonly (readonly number[])[]

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
  const { factors, minimisation_measure, minimisation_probability, minimisation_out_of } = design
  const counts = factors.map((_, index) => countsOf(states[index], virtualArms))
  const imbalances = IMBALANCES[minimisation_measure](factors, counts, virtualArms)
  const virtualArm = source.pick(armWeights(minimisation_probability, minimisation_out_of, imbalances))
  return {
    drawn_index: virtualArm,
    group_ids: groupIdsAt(design, cellOfVirtualArm(design, virtualArm)),
    states: counts.map((ofLevel) => countMoved(ofLevel, virtualArm, 1)),
  }
}

/**
 * The weight of each arm in the draw: with p = a / b in lowest terms, T arms of least imbalance and O others,
 * a · O for an arm of T and (b − a) · T for another; all alike where no arm is worse.
 */
const armWeights = (chance: number, outOf: number, imbalances: readonly number[]): readonly number[] => {
  let smallest = imbalances[0] ?? 0
  let best = 0
  for (const imbalance of imbalances) {
    if (imbalance < smallest) {
      smallest = imbalance
      best = 1
    } else if (imbalance === smallest) best += 1
  }
  const others = imbalances.length - best
  if (others === 0) return imbalances.map(() => 1)
  const divisor = greatestCommonDivisor(chance, outOf)
  const ofBest = (chance / divisor) * others
  const ofOthers = ((outOf - chance) / divisor) * best
  return imbalances.map((imbalance) => (imbalance === smallest ? ofBest : ofOthers))
}

/** G of each candidate arm, up to an addend and a factor that all arms share: only their order is used. */
const IMBALANCES = {
  /**
   * S² · variance = S · Σ x² − (Σ x)². Adding one to x_k adds S · (2 x_k + 1) to the first term and the same to the second
   * whichever k it is, so Σ factor weight · x_k has the same order: the weighted sum of marginal totals.
   */
  variance: (factors: readonly MinimisationFactor[], counts: LevelCounts, virtualArms: number): readonly number[] => {
    const sums = zeros(virtualArms)
    for (let index = 0; index < counts.length; index += 1) {
      const weight = factors[index]?.weight ?? 0
      const ofLevel = counts[index] ?? []
      for (let virtualArm = 0; virtualArm < virtualArms; virtualArm += 1)
        sums[virtualArm] = (sums[virtualArm] ?? 0) + weight * (ofLevel[virtualArm] ?? 0)
    }
    return sums
  },

  /** Largest count less smallest, after one more in the candidate arm. */
  range: (factors: readonly MinimisationFactor[], counts: LevelCounts, virtualArms: number): readonly number[] => {
    const sums = zeros(virtualArms)
    for (let index = 0; index < counts.length; index += 1) {
      const weight = factors[index]?.weight ?? 0
      const ofLevel = counts[index] ?? []
      const extremes = extremesOf(ofLevel)
      for (let virtualArm = 0; virtualArm < virtualArms; virtualArm += 1)
        sums[virtualArm] = (sums[virtualArm] ?? 0) + weight * rangeWith(extremes, ofLevel[virtualArm] ?? 0)
    }
    return sums
  },
}

/** The largest count and the two smallest, equal ones counted one by one. */
type Extremes = { readonly largest: number; readonly smallest: number; readonly secondSmallest: number }

const extremesOf = (counts: readonly number[]): Extremes => {
  let largest = 0
  let smallest = Infinity
  let secondSmallest = Infinity
  for (const count of counts) {
    if (count > largest) largest = count
    if (count < smallest) {
      secondSmallest = smallest
      smallest = count
    } else if (count < secondSmallest) secondSmallest = count
  }
  return { largest, smallest, secondSmallest }
}

/** The range once an arm that has this count has one more. */
const rangeWith = ({ largest, smallest, secondSmallest }: Extremes, count: number): number => {
  const lowest = count === smallest ? Math.min(secondSmallest, count + 1) : smallest
  return Math.max(largest, count + 1) - lowest
}
