import type { Chances } from './chance'

/** How many packs of each study group there are. */
export type GroupCounts = ReadonlyMap<number, number>

/** How a mark of packs is judged. */
export type MarkKind = {
  /** Whether a person chooses it, so that it is a pattern wherever it decides; else it may be random. */
  isSet: boolean
  /** How many packs must bear each value before the mark can be said to decide. */
  min_packs: number
  /**
   * How many similar marks are examined: the more there are, the sooner chance alone brings a pattern in one of them.
   */
  among: number
}

/** The chances below which a pattern is not random: a perfect one, one of chosen marks, and one of random marks. */
const PERFECT = 0.05
const SET = 0.01
const BY_LOT = 0.001

/**
 * Whether a mark reveals the study groups of packs, by the groups of the packs with each of its values: it decides the
 * group, or a group has more of a value than a shuffle would give it. Every pack has one of the values. Each chance is
 * multiplied by the number examined (Bonferroni).
 */
export const valuesRevealGroups = (
  values: readonly GroupCounts[],
  { isSet, min_packs, among }: MarkKind,
  chances: Chances,
): boolean => {
  const sizes = sumOf(values)
  if (sizes.size < 2 || values.length < 2) return false
  const tests = values.length * (sizes.size - 1) * among
  const leaning = smallestChance(values, sizes, chances) * tests
  if (leaning < (isSet ? SET : BY_LOT)) return true
  const pure = values.filter((counts) => counts.size === 1)
  if (isSet && smallestChance(pure, sizes, chances) * tests < PERFECT) return true
  const decides =
    values.length <= sizes.size && pure.length === values.length && values.every((counts) => total(counts) >= min_packs)
  return decides && (isSet || leaning < PERFECT)
}

/** The smallest chance among the groups of so many packs of one value. */
const smallestChance = (values: readonly GroupCounts[], sizes: GroupCounts, chances: Chances): number => {
  const all = total(sizes)
  let smallest = 1
  for (const counts of values) {
    const drawn = total(counts)
    if (drawn < 2) continue
    for (const [group, hits] of counts) {
      const marked = sizes.get(group) ?? 0
      // No more than its share is likely.
      if (hits * all <= drawn * marked) continue
      smallest = Math.min(smallest, chances.atLeast({ total: all, marked, drawn, hits }))
    }
  }
  return smallest
}

/** The groups of several values together. */
export const sumOf = (values: readonly GroupCounts[]): GroupCounts => {
  const sum = new Map<number, number>()
  for (const counts of values) {
    for (const [group, count] of counts) sum.set(group, (sum.get(group) ?? 0) + count)
  }
  return sum
}

const total = (counts: GroupCounts): number => [...counts.values()].reduce((sum, count) => sum + count, 0)
