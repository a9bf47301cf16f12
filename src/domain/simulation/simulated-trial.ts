import { grouped } from '../grouped'
import { cellOfVirtualArm, weightSum, type AllocationDesign } from '../randomisation/design'
import { drawMachine } from './draw-machine'
import type { NumberedKeys } from './key-designs'
import type { Recruit, Recruitment } from './recruit'
import type { SimulationSource } from './simulation-source'

/** Where a participant stands for one who guesses. */
export type Recruited = Pick<Recruit, 'site' | 'keys'>

/** The allocation of one participant of a simulated trial. */
export type Allocated = {
  /** Participants before this one. */
  readonly number: number
  readonly recruit: Recruit
  /** The drawn cell, as its index among the design's cells. */
  readonly cell: number
  /** The weights among which the engine picked: virtual arms in a minimisation, cells in every other method. */
  readonly weights: readonly number[]
  /** Whether no other result was possible, for a guesser who knows the method and everything so far. */
  readonly is_certain: boolean
}

/** A value of each simulated trial by its name; null for one of which it was not worked out. */
export type ReplicateMeasure = {
  readonly name: string
  /** Of the trial that ended last. */
  readonly latest: () => number | null
  /** Whether it is one of the figures, which some are known to be only after the last trial. */
  readonly isShown?: () => boolean
}

/** Sees every allocation of every simulated trial, in order, and makes figures of them. */
export type Observer<Figures> = {
  readonly measures?: readonly ReplicateMeasure[]
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

/** Other settings of a method that counts, by which the counts go on once so many were drawn. */
export type CarriedDesign = { readonly drawn: number; readonly design: AllocationDesign }

/**
 * Makes one trial after another by the engine itself, in the order in which its participants come. Counts go on under later settings
 * (`carried`, in order). Where flags move counts (`moves`, in order), the same participants must come in each trial.
 */
export const simulatedTrials = (
  design: AllocationDesign,
  keys: NumberedKeys,
  participants: number,
  recruitment: Recruitment,
  moves: readonly CountMove[] = [],
  carried: readonly CarriedDesign[] = [],
) => {
  const machine = drawMachine(design, keys)
  const cells = cellsOfDraws(design)
  const designFrom = new Map(carried.map((one) => [one.drawn, one.design]))
  const drawnIndexes: number[] = []
  const movesAfter = grouped(moves, ({ drawn }) => drawn)

  /** Moves what the engine counts under a participant's keys. */
  const move = ({ participant, by }: CountMove, source: SimulationSource, observers: readonly Observer<unknown>[]) => {
    const recruit = recruitment(source, participant)
    const drawnIndex = drawnIndexes[participant] ?? 0
    machine.move(recruit.keys, drawnIndex, by)
    for (const observer of observers) observer.move?.(recruit, cells[drawnIndex] ?? 0, by)
  }

  const follow = (number: number) => {
    const later = designFrom.get(number)
    if (later !== undefined) machine.follow(later)
  }

  const allocated: { -readonly [Field in keyof Allocated]: Allocated[Field] } = {
    number: 0,
    recruit: { site: 0, options: [], keys: [] },
    cell: 0,
    weights: [],
    is_certain: false,
  }

  return (source: SimulationSource, observers: readonly Observer<unknown>[]): void => {
    machine.begin()
    for (let number = 0; number < participants; number += 1) {
      if (moves.length > 0) for (const one of movesAfter.get(number) ?? []) move(one, source, observers)
      if (carried.length > 0) follow(number)
      const recruit = recruitment(source, number)
      const drawnIndex = machine.draw(recruit.keys, source)
      drawnIndexes[number] = drawnIndex
      const weights = source.offered()
      allocated.number = number
      allocated.recruit = recruit
      allocated.cell = cells[drawnIndex] ?? 0
      allocated.weights = weights
      allocated.is_certain = isCertain(weights, cells)
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
