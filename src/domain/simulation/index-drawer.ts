import type { SimulationSource } from './simulation-source'

/** Draws an index 0, 1, … */
export type IndexDrawer = (source: SimulationSource) => number

/** Draws indexes with chances in proportion to their shares: integers ≥ 0, not all of them 0, adding up to 2^31 at most. */
export const indexDrawer = (shares: readonly number[]): IndexDrawer => {
  if (shares.length === 1) return () => 0
  if (new Set(shares).size === 1) return (source) => source.below(shares.length)
  let sum = 0
  const ends = shares.map((share) => (sum += share))
  return (source) => firstAbove(ends, source.below(sum))
}

/** The first index whose end lies above the value; ends ascend, the last lies above it. */
const firstAbove = (ends: readonly number[], value: number): number => {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}
