import { seededBytes } from '../seeded-bytes'

/** A whole number from 0 to below what is asked for. */
export type Chance = (below: number) => number

/** Chance that repeats itself: the same seed gives the same numbers in the same order. */
export const chanceOf = (seed: string): Chance => {
  const bytes = seededBytes(seed)
  return (below) => Buffer.from(bytes(4)).readUInt32BE() % below
}

/** A list in an order of chance. */
export const inRandomOrder = <T>(list: readonly T[], random: Chance): T[] => {
  const rest = [...list]
  return list.flatMap(() => rest.splice(random(rest.length), 1))
}
