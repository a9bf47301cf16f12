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
  const keyWeights = design.method === 'minimisation' ? design.factors.map(({ weight }) => weight) : [1]
  /** By key: how often he saw each cell there, and behind that the trial in which he did. */
  const counts: (number[] | undefined)[] = Array.from({ length: keyCount })
  const sums = weights.map(() => 0)
  let trial = 0

  /** What he saw at a key in this trial: nothing yet. */
  const nothingAt = (key: number): number[] => {
    const none = counts[key] ?? weights.map(() => 0)
    counts[key] = none.fill(0)
    none[weights.length] = trial
    return none
  }

  return {
    guess: (keys, cell) => {
      for (let place = 0; place < keys.length; place += 1) {
        const key = keys[place] ?? 0
        const known = counts[key]
        const ofKey = known !== undefined && known[weights.length] === trial ? known : nothingAt(key)
        const weight = keyWeights[place] ?? 1
        for (let k = 0; k < weights.length; k += 1)
          sums[k] = (place === 0 ? 0 : (sums[k] ?? 0)) + weight * (ofKey[k] ?? 0)
        ofKey[cell] = (ofKey[cell] ?? 0) + 1
      }
      return guessedAmong(sums, weights, cell)
    },
    forget: () => (trial += 1),
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
