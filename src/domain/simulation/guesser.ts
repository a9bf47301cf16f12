import type { AllocationDesign } from '../randomisation/design'
import { guessedAmong } from './best-guess'

/** One who guesses each draw from those that he saw before it. */
export type Guesser = {
  /**
   * Among how many he chooses for a participant with these keys, the cell drawn among them; 0 where it is not. Then he sees
   * the draw. A whole number, which costs a simulation least; `chanceAmong` makes the chance of it.
   */
  readonly guess: (keys: readonly number[], cell: number) => number
  /** A new trial: he has seen nothing. */
  readonly forget: () => void
}

/**
 * The best guesser of a design. He counts where the method counts: in the participant's stratum key, or, in a minimisation,
 * the weighted sum over his levels (the hand rule of Taves 1974). Keys are numbers below `keyCount`, as `drawKeys` gives them.
 */
export const bestGuesser = (design: AllocationDesign, keyCount: number): Guesser => {
  const weights = design.cells.map(({ weight }) => weight)
  const cells = weights.length
  const keyWeights = design.method === 'minimisation' ? design.factors.map(({ weight }) => weight) : [1]
  /** How often he saw each cell in this trial, key after key in the order in which he met them. */
  const counts: number[] = []
  /** The keys that he met, and by key where its counts begin, or −1. */
  const met: number[] = []
  const starts = new Int32Array(keyCount).fill(-1)
  const sums = weights.map(() => 0)
  let keysMet = 0

  const meet = (key: number): number => {
    const start = keysMet * cells
    for (let k = 0; k < cells; k += 1) counts[start + k] = 0
    met[keysMet] = key
    keysMet += 1
    starts[key] = start
    return start
  }

  return {
    guess: (keys, cell) => {
      for (let k = 0; k < cells; k += 1) sums[k] = 0
      for (let place = 0; place < keys.length; place += 1) {
        const key = keys[place] ?? 0
        const known = starts[key] ?? -1
        const start = known < 0 ? meet(key) : known
        const weight = keyWeights[place] ?? 1
        for (let k = 0; k < cells; k += 1) sums[k] = (sums[k] ?? 0) + weight * (counts[start + k] ?? 0)
        counts[start + cell] = (counts[start + cell] ?? 0) + 1
      }
      return guessedAmong(sums, weights, cell)
    },
    forget: () => {
      for (let place = 0; place < keysMet; place += 1) starts[met[place] ?? 0] = -1
      keysMet = 0
    },
  }
}

/** One best guesser at each site (as a place), who sees only what happens there. */
export const siteGuessers = (
  design: AllocationDesign,
  keyCount: number,
): ((site: number) => Guesser) & { forget: () => void } => {
  const guessers: (Guesser | undefined)[] = []
  const at = (site: number): Guesser => (guessers[site] ??= bestGuesser(design, keyCount))
  const forget = () => {
    for (const guesser of guessers) guesser?.forget()
  }
  return Object.assign(at, { forget })
}
