import { allocate, type DrawState } from '../randomisation/allocate'
import type { OneRatioDesign } from '../randomisation/design'
import type { RandomSource } from '../randomisation/random-source'

/** One possible result of a draw. */
export type PossibleDraw = {
  /** How likely; all of them add up to 1. */
  readonly chance: number
  readonly drawn_index: number
  readonly states: readonly DrawState[]
  /** The weights among which the engine picked. */
  readonly offered: readonly number[]
}

/** Every possible outcome of one draw of the engine at these states. The engine is run with every possible choice. */
export const everyDraw = (design: OneRatioDesign, states: readonly (DrawState | null)[]): readonly PossibleDraw[] => {
  const draws: PossibleDraw[] = []
  let answers: readonly number[] | null = []
  while (answers !== null) {
    const { source, draws: choices, offered } = answering(answers)
    const { drawn_index, states: after } = allocate(design, states, source)
    const chance = choices.reduce(
      (product, { weights, answer }) => (product * (weights[answer] ?? 0)) / sumOf(weights),
      1,
    )
    draws.push({ chance, drawn_index, states: after, offered: offered() })
    answers = nextAnswers(choices)
  }
  return draws
}

/** One choice of the engine among weights, and the index that it was answered with. */
type Draw = { readonly weights: readonly number[]; readonly answer: number }

/** A source that gives these answers, and after them always the first index of a weight above 0. */
const answering = (answers: readonly number[]) => {
  const draws: Draw[] = []
  let offered: readonly number[] = []
  const choose = (weights: readonly number[]): number => {
    const answer = answers[draws.length] ?? nextPossible(weights, 0)
    draws.push({ weights, answer })
    return answer
  }
  const source: RandomSource = {
    uniform: (m) => BigInt(choose(Array.from({ length: Number(m) }, () => 1))),
    pick: (weights) => choose((offered = weights)),
  }
  return { source, draws, offered: () => offered }
}

/** The answers after these, the last question counting up first; null when all were given. */
const nextAnswers = (draws: readonly Draw[]): readonly number[] | null => {
  for (let last = draws.length - 1; last >= 0; last -= 1) {
    const { weights = [], answer = 0 } = draws[last] ?? {}
    const next = nextPossible(weights, answer + 1)
    if (next < weights.length) return [...draws.slice(0, last).map((before) => before.answer), next]
  }
  return null
}

const nextPossible = (weights: readonly number[], from: number): number => {
  let index = from
  while (index < weights.length && (weights[index] ?? 0) === 0) index += 1
  return index
}

const sumOf = (weights: readonly number[]): number => weights.reduce((sum, weight) => sum + weight, 0)
