import { allocate, moveCounts, type DrawState } from '../randomisation/allocate'
import { weightSum, type AllocationDesign, type DesignOf } from '../randomisation/design'
import { armWeigher } from '../randomisation/minimisation'
import type { RandomSource } from '../randomisation/random-source'
import { designsByKey, type NumberedKeys } from './key-designs'

/**
 * Draws one trial after another by the engine's own rules, with what lies between two draws under keys 0, 1, … A simulation and a
 * redraw make millions of draws with it.
 */
type DrawMachine = {
  /** Forgets every draw: a trial begins, under the first design. */
  readonly begin: () => void
  /** Other settings of the same method, under which the counts go on. */
  readonly follow: (design: AllocationDesign) => void
  /** Draws under a participant's keys. Out: a virtual arm in a minimisation, in every other method a cell. */
  readonly draw: (keys: readonly number[], source: RandomSource) => number
  /** A flag took who drew this under these keys out of the counts (−1), or put them back (1). */
  readonly move: (keys: readonly number[], drawnIndex: number, by: 1 | -1) => void
}

export const drawMachine = (design: AllocationDesign, keys: NumberedKeys): DrawMachine =>
  design.method === 'minimisation' ? countingMachine(design, keys.count) : stateMachine(design, keys)

/** Minimisation with all counts in one list, which is changed where it lies. The weights of a draw are those of the engine. */
const countingMachine = (design: DesignOf<'minimisation'>, keyCount: number): DrawMachine => {
  const virtualArms = weightSum(design.cells)
  const counts = new Int32Array(keyCount * virtualArms)
  const firstWeights = armWeigher(design)
  let weightsOf = firstWeights
  const starts = design.factors.map(() => 0)
  const move = (keys: readonly number[], drawnIndex: number, by: 1 | -1) => {
    for (let factor = 0; factor < starts.length; factor += 1) {
      const place = (keys[factor] ?? 0) * virtualArms + drawnIndex
      counts[place] = (counts[place] ?? 0) + by
    }
  }
  return {
    begin: () => {
      counts.fill(0)
      weightsOf = firstWeights
    },
    follow: (later) => {
      if (later.method === 'minimisation') weightsOf = armWeigher(later)
    },
    draw: (keys, source) => {
      for (let factor = 0; factor < starts.length; factor += 1) starts[factor] = (keys[factor] ?? 0) * virtualArms
      const drawnIndex = source.pick(weightsOf(counts, starts))
      move(keys, drawnIndex, 1)
      return drawnIndex
    },
    move,
  }
}

/** Any method, by the engine's states. */
const stateMachine = (first: AllocationDesign, numbered: NumberedKeys): DrawMachine => {
  const firstDesigns = designsByKey(first, numbered)
  let designOf = firstDesigns
  const states: (DrawState | null)[] = Array.from({ length: numbered.count }, () => null)
  const touched: number[] = []
  const drawStates: (DrawState | null)[] = []
  return {
    begin: () => {
      designOf = firstDesigns
      for (const key of touched.splice(0)) states[key] = null
    },
    follow: (later) => {
      designOf = designsByKey(later, numbered)
    },
    draw: (keys, source) => {
      for (let index = 0; index < keys.length; index += 1) drawStates[index] = states[keys[index] ?? 0] ?? null
      const drawn = allocate(designOf(keys[0] ?? 0), drawStates, source)
      for (let index = 0; index < drawn.states.length; index += 1) {
        const key = keys[index] ?? 0
        if (states[key] === null) touched.push(key)
        states[key] = drawn.states[index] ?? null
      }
      return drawn.drawn_index
    },
    move: (keys, drawnIndex, by) => {
      const before = keys.map((key) => states[key] ?? null)
      const moved = moveCounts(designOf(keys[0] ?? 0), before, drawnIndex, by)
      if (!moved.ok) return
      for (const [index, key] of keys.entries()) states[key] = moved.value[index] ?? null
    },
  }
}
