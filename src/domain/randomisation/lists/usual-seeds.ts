import { rGenerator, rWords, type RWords } from './r-generator'

/*
 * Lists that anybody can make again, since their seed is one that people take without thinking. What is tried is stated in
 * decision 0103; a list from any other seed, program or recipe is not recognised.
 */

/** At least so many rows are compared: fewer could agree by chance with one of the many lists that are tried. */
const FEWEST_COMPARED = 48
/** Of unequal groups more rows, until independent rows agree as seldom as 48 of two equal groups. */
const CHANCE_COMPARED = 2 ** -FEWEST_COMPARED

/** Every seed from 1, and the ones beyond that people take. */
const LAST_SEED = 10_000
const BEYOND = [12_345, 54_321, 98_765, 123_123, 123_456, 1_234_567, 12_345_678, 123_456_789, 987_654_321]

/** The longest block of one size that is tried, in rows. */
const LONGEST_BLOCK = 12

/** blockrand’s multiples where nobody gives any. */
const USUAL_MULTIPLES = [1, 2, 3, 4]

/**
 * Whether R makes the beginning of any of these sequences again from a usual seed: permuted blocks by `sample` of one size up to 12,
 * or of blockrand’s usual sizes. Cells stand for the groups by their open weights, in their order and in the reverse.
 * Pauses after each seed, since all of them take seconds with many strata.
 */
export function* searchUsualSeeds(
  sequences: readonly (readonly number[])[],
  weights: readonly number[],
): Generator<undefined, boolean> {
  const open = weights.flatMap((weight, cell) => (weight > 0 ? [{ cell, weight }] : []))
  const compared = sequences.flatMap((cells) => comparedRows(cells, weights))
  if (open.length < 2 || compared.length === 0) return false
  const recipes = [open, open.toReversed()].flatMap((levels) => recipesOf(levels))
  for (const seed of SEEDS) {
    const words = rWords(seed)
    if (recipes.some((recipe) => makesAny(compared, recipe, words))) return true
    yield
  }
  return false
}

/** The first rows of a sequence, as many as are compared; none where it has fewer. */
const comparedRows = (cells: readonly number[], weights: readonly number[]): (readonly number[])[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let chance = 1
  for (const [index, cell] of cells.entries()) {
    chance *= (weights[cell] ?? 0) / sum
    if (index + 1 >= FEWEST_COMPARED && chance <= CHANCE_COMPARED) return [cells.slice(0, index + 1)]
  }
  return []
}

const SEEDS = [...Array.from({ length: LAST_SEED + 1 }, (_, seed) => seed), ...BEYOND]

/** One block after another: of one size, or of a size that is drawn before each. A block is written out in R’s order of its levels. */
type Recipe = { readonly blocks: readonly (readonly number[])[] }

const recipesOf = (levels: readonly { cell: number; weight: number }[]): Recipe[] => {
  const once = levels.flatMap(({ cell, weight }) => Array.from({ length: weight }, () => cell))
  const times = (multiple: number) => Array.from({ length: multiple }, () => once).flat()
  const each = (multiple: number) =>
    levels.flatMap(({ cell, weight }) => Array.from({ length: weight * multiple }, () => cell))
  const multiples = [1, 2, 3, 4, 5, 6].filter((multiple) => multiple * once.length <= LONGEST_BLOCK)
  return [times, each].flatMap((blockOf) => [
    ...multiples.map((multiple) => ({ blocks: [blockOf(multiple)] })),
    { blocks: USUAL_MULTIPLES.map(blockOf) },
  ])
}

/** Drawn as `rSample` does, for all sequences at once, and left at the first row that none of them has: nearly every seed does so soon. */
const makesAny = (sequences: readonly (readonly number[])[], { blocks }: Recipe, words: RWords): boolean => {
  const generator = rGenerator(words)
  let alike = sequences
  let at = 0
  for (;;) {
    const block = blocks[blocks.length === 1 ? 0 : generator.index(blocks.length)] ?? []
    const left = block.slice()
    for (let count = block.length; count > 0; count -= 1) {
      const place = generator.index(count)
      const row = at
      const drawn = left[place]
      alike = alike.filter((cells) => cells[row] === drawn)
      if (alike.length === 0) return false
      left[place] = left[count - 1] ?? 0
      at += 1
      if (alike.some(({ length }) => length === at)) return true
    }
  }
}
