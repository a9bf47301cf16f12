import type { OneRatioDesign } from '../randomisation/design'
import { guessOf, type Guess } from './best-guess'
import { drawTable } from './draw-table'

/**
 * The knowledge of a guesser about the next draw under one key, who sees groups, but not the size of a block or the
 * virtual arm behind a group: each possible state of the engine with its conditional probability (a forward filter).
 */
export type Belief = Guess & {
  /** How likely the next draw is certain for one who knows the state itself. */
  readonly certain_by_state: number
  /** After a draw under this key that gave this cell; where it could not, everything is forgotten. */
  readonly afterDraw: (cell: number) => Belief
  /** After a draw that nobody saw, and that was under this key as often as `share` says. */
  readonly afterHiddenDraw: () => Belief
}

type BeliefSettings = {
  /** Beliefs that differ by less in every state are one. */
  readonly step: number
  /** States less likely are left out. */
  readonly negligible: number
  /** How often a participant whom nobody saw comes to this key, from 0 to 1. */
  readonly share: number
}

/**
 * Smaller than a figure shows, and few enough beliefs to find each again: a guess depends on a belief only near a tie.
 */
export const FOR_SIMULATION = { step: 1 / 200, negligible: 1e-6, share: 1 }

/** The same where unseen draws, or the arms of a minimisation, make many more beliefs. */
export const FOR_MANY_STATES = { step: 1 / 40, negligible: 1e-4, share: 1 }

/** For blocks at equal weights, where every possible size leads to the same guess: which states are possible is enough. */
export const FOR_EVEN_BLOCKS = { step: Infinity, negligible: 0, share: 1 }

/** For figures that are called exact. */
export const FOR_EXACT = { step: 1e-6, negligible: 1e-9, share: 1 }

/** States of the remembered beliefs, so that each is computed once; others are computed again each time. */
const MAX_REMEMBERED = 400_000

/** The belief about a key before its first draw, for a design whose draws depend on one key alone. */
export const firstBelief = (design: OneRatioDesign, { step, negligible, share }: BeliefSettings): Belief => {
  const table = drawTable(design)
  const beliefs = new Map<string, Belief>()
  let remembered = 0

  /** Whether a belief may be remembered by the one before it: else a long chain of them would be. */
  const isFull = () => remembered >= MAX_REMEMBERED

  const beliefIn = (chances: ReadonlyMap<number, number>): Belief => {
    const sum = sumOf(chances.values())
    const states = [...chances].filter(([, chance]) => chance / sum > negligible).sort(([one], [other]) => one - other)
    const name = states.map(([state, chance]) => `${state}:${Math.round(chance / sum / step)}`).join(';')
    const earlier = beliefs.get(name)
    if (earlier) return earlier
    const belief = beliefOf(new Map(states.map(([state, chance]) => [state, chance / sum])))
    if (isFull()) return belief
    remembered += states.length
    beliefs.set(name, belief)
    return belief
  }

  const beliefOf = (states: ReadonlyMap<number, number>): Belief => {
    const afterCell: Map<number, number>[] = design.cells.map(() => new Map<number, number>())
    const after = new Map<number, number>()
    let certain_by_state = 0
    for (const [state, chance] of states) {
      const draws = table.drawsAt(state)
      if (new Set(draws.map(({ cell }) => cell)).size === 1) certain_by_state += chance
      if (share < 1) add(after, state, chance * (1 - share))
      for (const draw of draws) {
        add(afterCell[draw.cell], draw.to, chance * draw.chance)
        add(after, draw.to, chance * draw.chance * share)
      }
    }
    const guess = guessOf(afterCell.map((ofCell) => sumOf(ofCell.values())))
    const next: (Belief | undefined)[] = []
    let nextHidden: Belief | undefined
    return {
      ...guess,
      certain_by_state,
      afterDraw: (cell) => {
        const reached = afterCell[cell]
        const belief = next[cell] ?? (reached === undefined || reached.size === 0 ? first : beliefIn(reached))
        if (!isFull()) next[cell] = belief
        return belief
      },
      afterHiddenDraw: () => {
        const belief = nextHidden ?? beliefIn(after)
        if (!isFull()) nextHidden = belief
        return belief
      },
    }
  }

  const first = beliefIn(new Map([[0, 1]]))
  return first
}

const add = (chances: Map<number, number> | undefined, state: number, chance: number): void => {
  chances?.set(state, (chances.get(state) ?? 0) + chance)
}

const sumOf = (chances: Iterable<number>): number => {
  let sum = 0
  for (const chance of chances) sum += chance
  return sum
}
