import { allocate, moveCounts, type DrawState } from '../randomisation/allocate'
import { cellOfVirtualArm, weightSum, type AllocationDesign } from '../randomisation/design'
import type { Recruit, Recruitment } from './recruit'
import type { SimulationSource } from './simulation-source'

/** Where a participant stands for one who guesses. */
export type Recruited = Pick<Recruit, 'site' | 'keys'>

/** What became of one participant of a simulated trial. */
export type Allocated = {
  /** Participants before this one. */
  readonly number: number
  readonly recruit: Recruit
  /** The drawn cell, as its index among the design's cells. */
  readonly cell: number
  /** The weights among which the engine picked, by what it draws: a minimisation draws virtual arms, every other method cells. */
  readonly weights: readonly number[]
  /** Whether nothing else could have been drawn, for one who knows the method and everything so far. */
  readonly is_certain: boolean
}

/** Sees every allocation of every simulated trial, in order, and makes figures of them. */
export type Observer<Figures> = {
  /** `allocated` is filled again for the next one: what is kept of it must be copied. */
  readonly see: (allocated: Allocated) => void
  /** A flag took a participant who got this cell out of the counts (−1), or put them back (1). */
  readonly move?: (recruited: Recruited, cell: number, by: 1 | -1) => void
  /** The trial is over; the next one begins. */
  readonly endTrial: () => void
  readonly figures: () => Figures
}

/** A flag that moved the counts: of participant 0, 1, …, once so many were drawn. */
export type CountMove = { readonly drawn: number; readonly participant: number; readonly by: 1 | -1 }

/**
 * Makes one trial after another by the engine itself, in the order in which its participants come. Where flags move counts
 * (`moves`, in order), the same participants must come in each trial.
 */
export const simulatedTrials = (
  design: AllocationDesign,
  keyCount: number,
  participants: number,
  recruitment: Recruitment,
  moves: readonly CountMove[] = [],
) => {
  const states: (DrawState | null)[] = Array.from({ length: keyCount }, () => null)
  const touched: number[] = []
  const drawStates: (DrawState | null)[] = []
  const cells = cellsOfDraws(design)
  const drawnIndexes: number[] = []
  const movesAfter = new Map<number, CountMove[]>()
  for (const one of moves) movesAfter.set(one.drawn, [...(movesAfter.get(one.drawn) ?? []), one])

  /** Reads and writes what the engine keeps under the participant's keys. */
  const draw = (recruit: Recruit, source: SimulationSource): number => {
    const { keys } = recruit
    for (let index = 0; index < keys.length; index += 1) drawStates[index] = states[keys[index] ?? 0] ?? null
    const drawn = allocate(design, drawStates, source)
    for (let index = 0; index < drawn.states.length; index += 1) {
      const key = keys[index] ?? 0
      if (states[key] === null) touched.push(key)
      states[key] = drawn.states[index] ?? null
    }
    return drawn.drawn_index
  }

  /** Moves what the engine counts under a participant's keys. */
  const move = ({ participant, by }: CountMove, source: SimulationSource, observers: readonly Observer<unknown>[]) => {
    const recruit = recruitment(source, participant)
    const drawnIndex = drawnIndexes[participant] ?? 0
    const before = recruit.keys.map((key) => states[key] ?? null)
    const moved = moveCounts(design, before, drawnIndex, by)
    for (const [index, key] of recruit.keys.entries()) states[key] = (moved.ok ? moved.value : before)[index] ?? null
    for (const observer of observers) observer.move?.(recruit, cells[drawnIndex] ?? 0, by)
  }

  return (source: SimulationSource, observers: readonly Observer<unknown>[]): void => {
    for (const key of touched.splice(0)) states[key] = null
    for (let number = 0; number < participants; number += 1) {
      if (moves.length > 0) for (const one of movesAfter.get(number) ?? []) move(one, source, observers)
      const recruit = recruitment(source, number)
      const drawnIndex = draw(recruit, source)
      drawnIndexes[number] = drawnIndex
      const weights = source.offered()
      const allocated = {
        number,
        recruit,
        cell: cells[drawnIndex] ?? 0,
        weights,
        is_certain: isCertain(weights, cells),
      }
      for (const observer of observers) observer.see(allocated)
    }
    for (const observer of observers) observer.endTrial()
  }
}

/** For each index that the engine can draw, its cell: a minimisation draws virtual arms, every other method cells. */
export const cellsOfDraws = (design: AllocationDesign): readonly number[] =>
  design.method === 'minimisation'
    ? Array.from({ length: weightSum(design.cells) }, (_, virtualArm) => cellOfVirtualArm(design, virtualArm))
    : design.cells.map((_, cell) => cell)

/** Whether all that may be drawn with these weights lies in one cell. */
const isCertain = (weights: readonly number[], cells: readonly number[]): boolean => {
  let only = -1
  for (let index = 0; index < weights.length; index += 1) {
    if ((weights[index] ?? 0) === 0) continue
    const cell = cells[index] ?? 0
    if (only >= 0 && only !== cell) return false
    only = cell
  }
  return true
}
