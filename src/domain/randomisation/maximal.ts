import { drawBetween, isCoinStateOf } from './coin'
import { countsOf, zeros, type CountState } from './count-state'
import type { DesignOf } from './design'
import type { RandomSource } from './random-source'

type Maximal = DesignOf<'maximal'>

/** The longest sequence: all those of 50 are fewer than 2^50, so that their number is held exactly. */
export const LONGEST_SEQUENCE = 50

/**
 * The maximal procedure: of all sequences of a length in which the groups never differ by more than the limit and are equal at the
 * end, each is as likely as any other. Drawn one by one: each group by how many of those sequences go on with it. A sequence that is
 * used up is followed by another. Source: src/specification/rct-alloc-1.md#maximal-procedure (Berger, Ivanova & Knoll 2003).
 */
export const drawMaximal = (design: Maximal, [current]: readonly (CountState | null)[], source: RandomSource) => {
  const before = countsOf(current, design.cells.length)
  const counts = sumOf(before) === design.maximal_length ? zeros(design.cells.length) : before
  const left = design.maximal_length - sumOf(counts) - 1
  return drawBetween(design, counts, source, (difference) => {
    const ways = waysOf(design)
    return [ways(difference - 1, left), ways(difference + 1, left)]
  })
}

/** Whether a stored value is a part of a sequence of this design, from which it can still end with equal groups. */
export const isMaximalStateOf = (design: Maximal, stored: unknown): stored is CountState => {
  if (!isCoinStateOf(design, stored)) return false
  const open = stored.counts.filter((_, k) => (design.cells[k]?.weight ?? 0) > 0)
  const difference = Math.max(...open) - Math.min(...open)
  return waysOf(design)(difference, design.maximal_length - sumOf(stored.counts)) > 0
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** How many sequences go on from a difference with so many draws left. */
type Ways = (difference: number, left: number) => number

/** Worked out once for each limit and length, since a simulation asks for them millions of times. */
const waysByDesign = new Map<string, Ways>()

const waysOf = ({ maximal_limit, maximal_length }: Maximal): Ways => {
  const limit = Math.min(maximal_limit, maximal_length / 2)
  const name = `${limit}:${maximal_length}`
  const ways = waysByDesign.get(name) ?? countedWays(limit, maximal_length)
  waysByDesign.set(name, ways)
  return ways
}

/** With none left there is one way from 0; else as many as from the two differences after one more draw. */
const countedWays = (limit: number, length: number): Ways => {
  const differences = Array.from({ length: 2 * limit + 1 }, (_, place) => place - limit)
  const rows: (readonly number[])[] = [differences.map((difference) => (difference === 0 ? 1 : 0))]
  const ways: Ways = (difference, left) => rows[left]?.[difference + limit] ?? 0
  for (let left = 1; left <= length; left += 1)
    rows.push(differences.map((difference) => ways(difference - 1, left - 1) + ways(difference + 1, left - 1)))
  return ways
}
