import { seededBytes } from '../seeded-bytes'

/** A whole number from 0 to below the argument. */
export type Chance = (below: number) => number

/** Repeatable chance: the same seed gives the same numbers in the same order. */
export const chanceOf = (seed: string): Chance => {
  const bytes = seededBytes(seed)
  return (below) => Buffer.from(bytes(4)).readUInt32BE() % below
}

export const inRandomOrder = <T>(list: readonly T[], random: Chance): T[] => {
  const rest = [...list]
  return list.flatMap(() => rest.splice(random(rest.length), 1))
}
