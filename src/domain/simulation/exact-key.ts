import type { OneRatioDesign } from '../randomisation/design'
import { guessOf, type Guess } from './best-guess'
import { drawTable, type TableDraw } from './draw-table'
import { imbalanceBeside } from './imbalance'

/** The figures of participant 1, 2, … of one state key, exact but for rounding. */
export type ExactStep = {
  /** How likely a guess is right that names the group of the largest probability by the state. */
  readonly right_guess: number
  /** How likely the allocation is certain for one who knows the size of the block in use. */
  readonly certain: number
  /** The mean imbalance of the key with this participant, and its mean square. */
  readonly imbalance: number
  readonly imbalance_square: number
}

/** Draws looked at before a design is given up as too many-branched: about half a second. */
const MAX_DRAWS = 150_000

/** Standings less likely than this are left out: far below what a figure shows. */
const NEGLIGIBLE = 1e-18

/** A possible standing of a key: its state, its counts less whole rounds of the weights, and the chance of both. */
type KeyState = { readonly state: number; readonly counts: readonly number[]; readonly chance: number }

/**
 * The first `last` steps of a design under which every draw depends on one key alone, by going through every possible
 * draw. Fewer where those are too many.
 */
export const exactSteps = (design: OneRatioDesign, last: number): readonly ExactStep[] => {
  const { drawsAt } = drawTable(design)
  const guesses: Guess[] = []
  const guessAt = (state: number): Guess => (guesses[state] ??= guessOf(chancesOf(design, drawsAt(state))))
  const weights = design.cells.map(({ weight }) => weight)
  const imbalance = imbalanceBeside(weights)
  const steps: ExactStep[] = []
  let keyStates: readonly KeyState[] = [{ state: 0, counts: weights.map(() => 0), chance: 1 }]
  let looked = 0

  while (steps.length < last) {
    const step = { right_guess: 0, certain: 0, imbalance: 0, imbalance_square: 0 }
    const next = new Map<string, KeyState>()
    for (const { state, counts, chance } of keyStates) {
      const guess = guessAt(state)
      step.certain += guess.is_certain ? chance : 0
      for (const draw of drawsAt(state)) {
        looked += 1
        if (looked > MAX_DRAWS) return steps
        const jointChance = chance * draw.chance
        const after = counts.map((count, cell) => (cell === draw.cell ? count + 1 : count))
        const apart = imbalance.of(after) / imbalance.parts
        step.right_guess += jointChance * (guess.credits[draw.cell] ?? 0)
        step.imbalance += jointChance * apart
        step.imbalance_square += jointChance * apart ** 2
        join(next, { state: draw.to, counts: withoutRounds(after, weights), chance: jointChance })
      }
    }
    steps.push(step)
    keyStates = [...next.values()].filter(({ chance }) => chance > NEGLIGIBLE)
  }
  return steps
}

const chancesOf = ({ cells }: OneRatioDesign, draws: readonly TableDraw[]): readonly number[] =>
  cells.map((_, cell) => draws.reduce((sum, draw) => sum + (draw.cell === cell ? draw.chance : 0), 0))

const join = (keyStates: Map<string, KeyState>, entry: KeyState): void => {
  const name = `${entry.state}:${entry.counts.join()}`
  const chance = entry.chance + (keyStates.get(name)?.chance ?? 0)
  keyStates.set(name, { ...entry, chance })
}

/** Counts less as many whole rounds of the weights as all of them hold: neither guess nor imbalance changes by it. */
const withoutRounds = (counts: readonly number[], weights: readonly number[]): readonly number[] => {
  const rounds = counts.reduce((fewest, count, index) => {
    const weight = weights[index] ?? 0
    return weight === 0 ? fewest : Math.min(fewest, Math.floor(count / weight))
  }, Infinity)
  return counts.map((count, index) => count - rounds * (weights[index] ?? 0))
}
