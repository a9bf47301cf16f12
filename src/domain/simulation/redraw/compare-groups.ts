import { accepted, refused, type Outcome } from '../../outcome'
import { differenceOf, isAsExtreme, type GroupSums } from './difference'
import { wholeOutcomes } from './whole-outcomes'

/** The outcome of participant 0, 1, … in order of the draws. */
export type ParticipantOutcome = { readonly participant: number; readonly outcome: number }

/** Two study groups, and what they are compared by. */
export type Comparison = {
  /** The two groups, A and B. */
  readonly groups: readonly [number, number]
  /** The groups of each cell that a draw is an index of. */
  readonly cells: readonly (readonly number[])[]
  /** What everybody drew in fact. */
  readonly drawn: Uint16Array
  readonly outcomes: readonly ParticipantOutcome[]
}

type ComparedGroup = { readonly group_id: number; readonly participants: number; readonly mean: number }

/** What came of a randomisation test. */
type TestResult = {
  /** Those of the two groups, as they were drawn in fact. */
  readonly groups: readonly [ComparedGroup, ComparedGroup]
  /** mean A − mean B. */
  readonly difference: number
  /** Replicates with at least one outcome in each group, and those that were left out since they have none. */
  readonly replicates: number
  readonly left_out: number
  /** Replicates whose difference is at least as far from 0. */
  readonly as_extreme: number
  /** (1 + as extreme) / (1 + replicates), two-sided; the replicates left out are in neither number. */
  readonly p_value: number
  /** Monte-Carlo standard error: √(p (1 − p) / replicates). */
  readonly standard_error: number
}

/** Why two groups cannot be compared. */
export type ComparisonFault = 'too_many_digits' | 'no_outcome_in_a_group' | 'no_usable_replicate'

/**
 * Sees one replicate after another, then tells the result. Refused where none had an outcome in each group: (1 + 0) / (1 + 0) would say
 * p = 1, though the difference was compared with nothing.
 */
type RunningComparison = {
  readonly see: (draws: Uint16Array) => void
  readonly result: () => Outcome<TestResult, 'no_usable_replicate'>
}

/**
 * Compares two groups by the difference of their means, which of outcomes 0 and 1 is that of proportions, with the same difference
 * in each replicate. Everybody with an outcome counts, in the group that the replicate gives them.
 * Source: Proschan & Dodd (2019); Rosenberger, Uschner & Wang (2019); (1 + m) / (1 + N): Phipson & Smyth (2010).
 */
export const compareGroups = ({
  groups,
  cells,
  drawn,
  outcomes,
}: Comparison): Outcome<RunningComparison, Exclude<ComparisonFault, 'no_usable_replicate'>> => {
  const exact = wholeOutcomes(outcomes.map(({ outcome }) => outcome))
  if (!exact.ok) return exact
  const { scale, offset, whole } = exact.value
  const participants = Uint32Array.from(outcomes, ({ participant }) => participant)
  const values = Float64Array.from(whole)
  const sides = sidesOf(groups, cells)
  const sums: GroupSums = { sum_a: 0, number_a: 0, sum_b: 0, number_b: 0 }
  sumUp(drawn, { participants, values, sides }, sums)
  const observed = differenceOf(sums)
  if (observed === null) return refused('no_outcome_in_a_group')
  const compared = comparedGroups(groups, sums, (sum, number) => (sum / number + offset) / scale)
  let replicates = 0
  let left_out = 0
  let as_extreme = 0
  return accepted({
    see: (draws) => {
      sumUp(draws, { participants, values, sides }, sums)
      const difference = differenceOf(sums)
      if (difference === null) {
        left_out += 1
        return
      }
      replicates += 1
      if (isAsExtreme(difference, observed)) as_extreme += 1
    },
    result: () => {
      if (replicates === 0) return refused('no_usable_replicate')
      const p_value = (1 + as_extreme) / (1 + replicates)
      return accepted({
        groups: compared,
        difference: observed.numerator / observed.denominator / scale,
        replicates,
        left_out,
        as_extreme,
        p_value,
        standard_error: Math.sqrt((p_value * (1 - p_value)) / replicates),
      })
    },
  })
}

const comparedGroups = (
  [first, second]: readonly [number, number],
  { sum_a, number_a, sum_b, number_b }: GroupSums,
  meanOf: (sum: number, number: number) => number,
): readonly [ComparedGroup, ComparedGroup] => [
  { group_id: first, participants: number_a, mean: meanOf(sum_a, number_a) },
  { group_id: second, participants: number_b, mean: meanOf(sum_b, number_b) },
]

const IN_A = 1
const IN_B = 2

/** For each cell, whether it belongs to group A, to group B, or to neither (0). */
const sidesOf = ([first, second]: readonly [number, number], cells: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from(cells, (groupIds) => (groupIds.includes(first) ? IN_A : groupIds.includes(second) ? IN_B : 0))

type Summed = { readonly participants: Uint32Array; readonly values: Float64Array; readonly sides: Uint8Array }

/** Fills the sums of both groups by these draws. It runs some hundred million times, so nothing is allocated. */
const sumUp = (draws: Uint16Array, { participants, values, sides }: Summed, into: GroupSums): void => {
  let sumA = 0
  let numberA = 0
  let sumB = 0
  let numberB = 0
  for (let index = 0; index < participants.length; index += 1) {
    const side = sides[draws[participants[index] ?? 0] ?? 0]
    if (side === IN_A) {
      sumA += values[index] ?? 0
      numberA += 1
    } else if (side === IN_B) {
      sumB += values[index] ?? 0
      numberB += 1
    }
  }
  into.sum_a = sumA
  into.number_a = numberA
  into.sum_b = sumB
  into.number_b = numberB
}
