import type { DrawState } from '../randomisation/allocate'
import type { AllocationDesign } from '../randomisation/design'
import { chanceOfRightGuess } from './best-guess'
import { everyDraw } from './every-draw'
import { imbalanceBeside } from './imbalance'
import { cellsOfPlaces, isCertain } from './simulated-trial'

/** What is so, in exact arithmetic but for rounding, of the participant in place 1, 2, … of one state key. */
export type ExactStep = {
  /** How likely the best guesser is right about him. */
  readonly right_guess: number
  /** How likely his allocation is certain. */
  readonly certain: number
  /** The mean imbalance of the key once he is in, and its mean square. */
  readonly imbalance: number
  readonly imbalance_square: number
}

/** Draws looked at before a design is given up as too many-branched: about half a second. */
const MOST_DRAWS = 150_000

/** Standings less likely than this are left out: far below what a figure shows. */
const NEGLIGIBLE = 1e-18

/** Where a key can stand: what the engine keeps, what came of it less whole rounds of the weights, and how likely. */
type Standing = { readonly state: DrawState | null; readonly counts: readonly number[]; readonly chance: number }

/**
 * The first `last` steps of a design under which every draw depends on one key alone, by walking through all that the engine
 * can do. Fewer where that are too many.
 */
export const exactSteps = (design: AllocationDesign, last: number): readonly ExactStep[] => {
  const weights = design.cells.map(({ weight }) => weight)
  const cells = cellsOfPlaces(design)
  const imbalance = imbalanceBeside(weights)
  const steps: ExactStep[] = []
  let standings: readonly Standing[] = [{ state: null, counts: weights.map(() => 0), chance: 1 }]
  let looked = 0

  while (steps.length < last) {
    const step = { right_guess: 0, certain: 0, imbalance: 0, imbalance_square: 0 }
    const next = new Map<string, Standing>()
    for (const { state, counts, chance } of standings) {
      for (const draw of everyDraw(design, [state])) {
        looked += 1
        if (looked > MOST_DRAWS) return steps
        const cell = cells[draw.arm] ?? 0
        const both = chance * draw.chance
        const after = counts.map((count, place) => (place === cell ? count + 1 : count))
        const apart = imbalance.of(after) / imbalance.parts
        step.right_guess += both * chanceOfRightGuess(counts, weights, cell)
        step.certain += isCertain(draw.offered, cells) ? both : 0
        step.imbalance += both * apart
        step.imbalance_square += both * apart ** 2
        join(next, { state: draw.states[0] ?? null, counts: withoutRounds(after, weights), chance: both })
      }
    }
    steps.push(step)
    standings = [...next.values()].filter(({ chance }) => chance > NEGLIGIBLE)
  }
  return steps
}

const join = (standings: Map<string, Standing>, standing: Standing): void => {
  const name = JSON.stringify([standing.state, standing.counts])
  const chance = standing.chance + (standings.get(name)?.chance ?? 0)
  standings.set(name, { ...standing, chance })
}

/** Counts less as many whole rounds of the weights as all of them hold: neither guess nor imbalance changes by it. */
const withoutRounds = (counts: readonly number[], weights: readonly number[]): readonly number[] => {
  const rounds = counts.reduce((least, count, place) => {
    const weight = weights[place] ?? 0
    return weight === 0 ? least : Math.min(least, Math.floor(count / weight))
  }, Infinity)
  return counts.map((count, place) => count - rounds * (weights[place] ?? 0))
}
