import { inRandomOrder, type Chance } from './chance'
import type { Clues } from './clues'

/** A question with two answers, and a world's clues about it: a pack's group, or whether two are in the same one. */
export type Case = { world: number; isSo: boolean; clues: Clues }

/**
 * The success of a guesser that learnt from other worlds: its right guesses, those expected by chance, and the standard
 * deviations between the two.
 */
export type Skill = { cases: number; right: number; by_chance: number; deviations: number }

/** The standard deviations by which a clue must separate the two answers in the other worlds to be used. */
const BELIEVED_FROM = 2
const SHUFFLES = 400

/**
 * A naive Bayes classifier: each world is guessed with the lessons of the others. Chance is the value of the same
 * guesses if the groups within each world were dealt in another order.
 */
export const skillOf = (cases: readonly Case[], random: Chance): Skill => {
  const all = countsOf(cases)
  const guesses = [...byWorld(cases).values()].map((own) => {
    const others = without(all, countsOf(own))
    return own.map(({ clues, isSo }) => ({ guess: guess(others, clues), isSo }))
  })
  const rightIn = (truth: readonly (readonly boolean[])[]) =>
    truth.flatMap((world, w) => world.filter((isSo, i) => guesses[w]?.[i]?.guess === isSo)).length
  const truth = guesses.map((world) => world.map(({ isSo }) => isSo))
  const shuffles = Array.from({ length: SHUFFLES }, () => rightIn(truth.map((world) => inRandomOrder(world, random))))
  const by_chance = shuffles.reduce((sum, one) => sum + one, 0) / SHUFFLES
  const spread = Math.sqrt(shuffles.reduce((sum, one) => sum + (one - by_chance) ** 2, 0) / SHUFFLES)
  const right = rightIn(truth)
  return { cases: cases.length, right, by_chance, deviations: spread === 0 ? 0 : (right - by_chance) / spread }
}

type Counts = { so: number; not: number; clues: ReadonlyMap<string, readonly [so: number, not: number]> }

const countsOf = (cases: readonly Case[]): Counts => {
  const clues = new Map<string, [number, number]>()
  for (const { isSo, clues: shown } of cases) {
    for (const clue of shown) {
      const count = clues.get(clue) ?? [0, 0]
      count[isSo ? 0 : 1] += 1
      clues.set(clue, count)
    }
  }
  const so = cases.filter(({ isSo }) => isSo).length
  return { so, not: cases.length - so, clues }
}

const without = (all: Counts, own: Counts): Counts => ({
  so: all.so - own.so,
  not: all.not - own.not,
  clues: new Map(
    [...all.clues].map(([clue, [so, not]]) => {
      const [ownSo, ownNot] = own.clues.get(clue) ?? [0, 0]
      return [clue, [so - ownSo, not - ownNot]]
    }),
  ),
})

const guess = ({ so, not, clues }: Counts, shown: Clues): boolean => {
  let odds = Math.log((so + 1) / (not + 1))
  for (const clue of shown) {
    const [withSo, withNot] = clues.get(clue) ?? [0, 0]
    const share = (withSo + withNot) / Math.max(1, so + not)
    const spread = Math.sqrt(share * (1 - share) * (1 / Math.max(1, so) + 1 / Math.max(1, not)))
    const difference = Math.abs(withSo / Math.max(1, so) - withNot / Math.max(1, not))
    if (spread === 0 || difference < BELIEVED_FROM * spread) continue
    odds += Math.log(((withSo + 1) / (so + 2)) * ((not + 2) / (withNot + 1)))
  }
  return odds > 0
}

const byWorld = (cases: readonly Case[]): Map<number, Case[]> => {
  const worlds = new Map<number, Case[]>()
  for (const one of cases) worlds.set(one.world, [...(worlds.get(one.world) ?? []), one])
  return worlds
}
