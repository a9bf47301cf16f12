import type { Chances } from './chance'

/** How many packs of each study group there are. */
export type GroupCounts = ReadonlyMap<number, number>

/** How a mark that packs bear is judged. */
export type MarkKind = {
  /** Whether somebody sets it, so that it is a pattern wherever it decides; else it may be drawn by lot. */
  isSet: boolean
  /** How many packs must bear each value before the mark can be said to decide. */
  min_packs: number
  /** Of how many marks that are alike it is one: the more are looked at, the sooner chance alone brings a pattern in one of them. */
  among: number
}

/** The chances below which something is no chance: where it is perfect, for what somebody sets, and for what may be drawn by lot. */
const PERFECT = 0.05
const SET = 0.01
const BY_LOT = 0.001

/**
 * Whether a mark tells the study groups of packs, by the groups of the packs that bear each of its values: it decides the group,
 * or a group has more of a value than a shuffle would give it. Every pack bears one of the values. Each chance is multiplied by
 * how many were looked at (Bonferroni).
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

/** The chance of what is least likely: that so many of the packs of one value are of one group. */
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
