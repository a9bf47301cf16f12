import type { DrawState } from '../randomisation/allocate'
import type { CountState } from '../randomisation/count-state'
import { cellOfVirtualArm, weightSum, type OneRatioDesign } from '../randomisation/design'
import { everyDraw } from './every-draw'
import { cellsOfDraws } from './simulated-trial'

/** One possible result of a draw: its chance, its cell, and the state after it. */
export type TableDraw = { readonly chance: number; readonly cell: number; readonly to: number }

/** The possible states of one key of a design, numbered as they are met; 0 before the first draw. */
export type DrawTable = {
  /** Every possible draw at a state; the chances add up to 1. */
  readonly drawsAt: (state: number) => readonly TableDraw[]
}

/**
 * The states of a design whose draws depend on one key alone. States that no later draw distinguishes are one: a used
 * up block and none, the same of a sequence, counts of two groups with the same difference, counts of a minimisation
 * that differ by whole rounds of its arms, or by the order of a cell's arms.
 */
export const drawTable = (design: OneRatioDesign): DrawTable => {
  const cells = cellsOfDraws(design)
  const states: (DrawState | null)[] = []
  const indexOfState = new Map<string, number>()
  const draws: (readonly TableDraw[])[] = []

  const stateIndex = (state: DrawState | null): number => {
    const reduced = state === null ? null : reducedState(design, state)
    const name = JSON.stringify(reduced)
    const index = indexOfState.get(name)
    if (index !== undefined) return index
    indexOfState.set(name, states.length)
    states.push(reduced)
    return states.length - 1
  }

  stateIndex(null)
  const drawsFrom = (state: number): readonly TableDraw[] =>
    everyDraw(design, [states[state] ?? null]).map(({ chance, drawn_index: virtualArm, states: [after = null] }) => ({
      chance,
      cell: cells[virtualArm] ?? 0,
      to: stateIndex(after),
    }))
  return { drawsAt: (state) => (draws[state] ??= drawsFrom(state)) }
}

const reducedState = (design: OneRatioDesign, state: DrawState): DrawState | null => {
  if ('rows' in state) return state
  if ('remaining' in state) return state.remaining.every((count) => count === 0) ? null : state
  switch (design.method) {
    case 'standard':
    case 'blocked':
    case 'chosen_blocks':
    case 'urn':
    case 'list':
      return state
    case 'minimisation':
      return withoutRounds(design, state)
    case 'big_stick':
    case 'biased_coin':
    case 'efron':
      return withoutPairs(design, state)
    case 'maximal':
      return sumOf(state.counts) === design.maximal_length ? null : state
  }
}

/** Counts less whole rounds of the arms, those of a cell in order of size. */
const withoutRounds = (design: OneRatioDesign, state: CountState): CountState | null => {
  const fewest = Math.min(...state.counts)
  if (state.counts.every((count) => count === fewest)) return null
  const counts = state.counts.map((count) => count - fewest)
  const cellOf = Array.from({ length: weightSum(design.cells) }, (_, virtualArm) =>
    cellOfVirtualArm(design, virtualArm),
  )
  return {
    counts: design.cells.flatMap((_, cell) =>
      counts.filter((_count, virtualArm) => cellOf[virtualArm] === cell).sort((one, other) => one - other),
    ),
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** The difference alone: as many less in both open cells as the one with fewer has. */
const withoutPairs = ({ cells }: OneRatioDesign, { counts }: CountState): CountState | null => {
  const isOpen = (cell: number) => (cells[cell]?.weight ?? 0) > 0
  const fewest = Math.min(...counts.filter((_, cell) => isOpen(cell)))
  const apart = counts.map((count, cell) => (isOpen(cell) ? count - fewest : count))
  return apart.every((count) => count === 0) ? null : { counts: apart }
}
