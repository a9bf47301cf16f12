import { allocate, type DrawState } from '../randomisation/allocate'
import { cellOfArm, weightSum, type AllocationDesign } from '../randomisation/design'
import type { Recruit, Recruitment } from './recruit'
import type { SimulationSource } from './simulation-source'

/** What became of one participant of a simulated trial. */
type Allocated = {
  /** Participants before him. */
  readonly number: number
  readonly recruit: Recruit
  /** The place of what he got among the design's cells. */
  readonly cell: number
  /** Whether nothing else could have been drawn, for one who knows the method and everything so far. */
  readonly is_certain: boolean
}

/** Sees every allocation of every simulated trial, in order, and makes figures of them. */
export type Observer<Figures> = {
  /** `allocated` is filled anew for the next one: what is kept of it must be copied. */
  readonly see: (allocated: Allocated) => void
  /** The trial is over; the next one begins. */
  readonly endTrial: () => void
  readonly figures: () => Figures
}

/** Makes one trial after another by the engine itself, in the order in which its participants come. */
export const simulatedTrials = (
  design: AllocationDesign,
  keyCount: number,
  participants: number,
  recruitment: Recruitment,
) => {
  const states: (DrawState | null)[] = Array.from({ length: keyCount }, () => null)
  const touched: number[] = []
  const kept: (DrawState | null)[] = []
  const cells = cellsOfPlaces(design)

  /** Reads and writes what the engine keeps under the participant's keys. */
  const draw = (recruit: Recruit, source: SimulationSource): number => {
    const { keys } = recruit
    for (let place = 0; place < keys.length; place += 1) kept[place] = states[keys[place] ?? 0] ?? null
    const drawn = allocate(design, kept, source)
    for (let place = 0; place < drawn.states.length; place += 1) {
      const key = keys[place] ?? 0
      if (states[key] === null) touched.push(key)
      states[key] = drawn.states[place] ?? null
    }
    return cells[drawn.arm] ?? 0
  }

  return (source: SimulationSource, observers: readonly Observer<unknown>[]): void => {
    for (const key of touched.splice(0)) states[key] = null
    for (let number = 0; number < participants; number += 1) {
      const recruit = recruitment(source, number)
      const cell = draw(recruit, source)
      const allocated = { number, recruit, cell, is_certain: isCertain(source.offered(), cells) }
      for (const observer of observers) observer.see(allocated)
    }
    for (const observer of observers) observer.endTrial()
  }
}

/** The cell of each place that the engine draws: a minimisation draws arms, every other method cells. */
export const cellsOfPlaces = (design: AllocationDesign): readonly number[] =>
  design.method === 'minimisation'
    ? Array.from({ length: weightSum(design.cells) }, (_, arm) => cellOfArm(design, arm))
    : design.cells.map((_, cell) => cell)

/** Whether all that may be drawn with these weights lies in one cell. */
export const isCertain = (weights: readonly number[], cells: readonly number[]): boolean => {
  let only = -1
  for (let place = 0; place < weights.length; place += 1) {
    if ((weights[place] ?? 0) === 0) continue
    const cell = cells[place] ?? 0
    if (only >= 0 && only !== cell) return false
    only = cell
  }
  return true
}
