import type { AllocationDesign, OneRatioDesign } from '../randomisation/design'
import { oneRatioDesigns } from '../randomisation/ratios'
import { firstBelief, FOR_EVEN_BLOCKS, FOR_MANY_STATES, FOR_SIMULATION, type Belief } from './belief'
import { chanceOfRightCount } from './best-guess'
import { canBeFiltered, hasOneKey, hidesItsState, isGuessedByState } from './guessed-by'
import { designsByKey, type NumberedKeys } from './key-designs'
import { cellsOfDraws, type Allocated, type Recruited } from './simulated-trial'

/** The result of guesses: how many were right (a coin among n counts 1 / n), and how many allocations were certain. */
export type Score = { right: number; certain: number }

/** A guesser of each draw from those seen before it. */
export type Guesser = {
  /** Whether a simulation may leave out some of its trials, since each guess is slow to compute. */
  readonly is_slow?: boolean
  /** Guesses, adds to the score, then sees the draw. */
  readonly guess: (allocated: Allocated, score: Score) => void
  /** Sees that a flag took a participant who got this cell out of the counts (−1), or put them back (1). */
  readonly move: (recruited: Recruited, cell: number, by: 1 | -1) => void
  /** Begins a new trial, of which nothing has been seen. */
  readonly reset: () => void
}

/**
 * The guesser who sees every allocation of the trial, with the site and options of each participant, and of the next
 * one before the draw; who knows the design; and who names the group of the largest conditional probability. It follows
 * from the state of the engine where the seen groups reveal it, else from a filter over its possible states. Two
 * exceptions, in decision 0042: in a minimisation by several factors at unequal weights, or with flags that moved
 * counts, the virtual arms are known too, as the ledger has them; in blocks of very many sizes the group furthest
 * behind its weight is named.
 */
export const trialGuesser = (design: AllocationDesign, keys: NumberedKeys, isMoved: boolean): Guesser => {
  const designs = oneRatioDesigns(design).map((one) => one.design)
  if (!designs.some(hidesItsState)) return stateGuesser(design)
  if (design.method === 'minimisation' && (isMoved || !hasOneKey(design) || !canBeFiltered(design)))
    return stateGuesser(design)
  return designs.every(canBeFiltered) ? filterGuesser(design, keys) : countGuesser(design, keys)
}

/** Knows by which weights the engine draws. */
const stateGuesser = (design: AllocationDesign): Guesser => {
  const cells = cellsOfDraws(design)
  const sums = design.cells.map(() => 0)
  return {
    guess: ({ cell, weights }, score) => {
      sums.fill(0)
      for (let index = 0; index < weights.length; index += 1) {
        const offeredCell = cells[index] ?? 0
        sums[offeredCell] = (sums[offeredCell] ?? 0) + (weights[index] ?? 0)
      }
      let best = 0
      let named = 0
      let possible = 0
      for (const sum of sums) {
        if (sum === 0) continue
        possible += 1
        if (sum > best) {
          best = sum
          named = 1
        } else if (sum === best) named += 1
      }
      if (sums[cell] === best) score.right += 1 / named
      if (possible === 1) score.certain += 1
    },
    move: () => {},
    reset: () => {},
  }
}

const settingsOf = (design: OneRatioDesign) => {
  if (design.method === 'minimisation') return FOR_MANY_STATES
  return isGuessedByState(design) ? FOR_EVEN_BLOCKS : FOR_SIMULATION
}

/** Follows the state under each key by the seen groups. */
const filterGuesser = (design: AllocationDesign, numbered: NumberedKeys): Guesser => {
  const designOf = designsByKey(design, numbered)
  const firstOfDesign = new Map<OneRatioDesign, Belief>()
  const firstOf = (key: number): Belief => {
    const ofKey = designOf(key)
    const first = firstOfDesign.get(ofKey) ?? firstBelief(ofKey, settingsOf(ofKey))
    firstOfDesign.set(ofKey, first)
    return first
  }
  const firsts = Array.from({ length: numbered.count }, (_, key) => firstOf(key))
  const beliefs: Belief[] = [...firsts]
  return {
    is_slow: ![...firstOfDesign.keys()].every(isGuessedByState),
    guess: ({ recruit: { keys }, cell }, score) => {
      const [key = 0] = keys
      const belief = beliefs[key] ?? firstOf(key)
      score.right += belief.credits[cell] ?? 0
      if (belief.is_certain) score.certain += 1
      beliefs[key] = belief.afterDraw(cell)
    },
    move: () => {},
    reset: () => {
      for (let key = 0; key < firsts.length; key += 1) beliefs[key] = firsts[key] ?? firstOf(key)
    },
  }
}

/**
 * Names the group furthest behind its weight (`chanceOfRightCount`). Counted is in the participant's stratum key or, in a
 * minimisation, as the weighted sum over the levels (the hand rule of Taves 1974).
 */
export const countGuesser = (design: AllocationDesign, numbered: NumberedKeys): Guesser => {
  const designOf = designsByKey(design, numbered)
  const weightsOfDesign = new Map<OneRatioDesign, readonly number[]>()
  const weightsOf = (key: number): readonly number[] => {
    const ofKey = designOf(key)
    const weights = weightsOfDesign.get(ofKey) ?? ofKey.cells.map(({ weight }) => weight)
    weightsOfDesign.set(ofKey, weights)
    return weights
  }
  const cells = design.cells.length
  const keyWeights = design.method === 'minimisation' ? design.factors.map(({ weight }) => weight) : [1]
  /** How often each cell was seen in this trial, key after key in the order in which they were met. */
  const counts: number[] = []
  /** The keys met, and by key where its counts begin, or −1. */
  const met: number[] = []
  const starts = new Int32Array(numbered.count).fill(-1)
  const sums = design.cells.map(() => 0)
  let keysMet = 0

  const meet = (key: number): number => {
    const start = keysMet * cells
    for (let k = 0; k < cells; k += 1) counts[start + k] = 0
    met[keysMet] = key
    keysMet += 1
    starts[key] = start
    return start
  }

  const startOf = (key: number): number => {
    const start = starts[key] ?? -1
    return start < 0 ? meet(key) : start
  }

  return {
    guess: ({ recruit: { keys }, cell }, score) => {
      for (let k = 0; k < cells; k += 1) sums[k] = 0
      for (let index = 0; index < keys.length; index += 1) {
        const start = startOf(keys[index] ?? 0)
        const weight = keyWeights[index] ?? 1
        for (let k = 0; k < cells; k += 1) sums[k] = (sums[k] ?? 0) + weight * (counts[start + k] ?? 0)
        counts[start + cell] = (counts[start + cell] ?? 0) + 1
      }
      score.right += chanceOfRightCount(sums, weightsOf(keys[0] ?? 0), cell)
    },
    move: ({ keys }, cell, by) => {
      for (const key of keys) {
        const start = startOf(key)
        counts[start + cell] = (counts[start + cell] ?? 0) + by
      }
    },
    reset: () => {
      for (let index = 0; index < keysMet; index += 1) starts[met[index] ?? 0] = -1
      keysMet = 0
    },
  }
}
