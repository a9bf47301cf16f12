/*
 * Orders by which a list gives itself away. Each is refused only where an honest list of independent rows, or in blocks of two rounds of
 * the ratio or more, has it in a stratum less often than about once in 1,000 (decision 0103).
 */

/** So many rows decide whether a pattern is one: fewer may repeat by chance. */
const ENOUGH_ROWS = 12
/**
 * The chance of the repeated rows, were they independent, below which a repetition is refused: of two equal groups that alternate 18 rows.
 * Of 20 rows in blocks of four, 2 in 6⁵ lists alternate; of 12 rows it would be 2 in 216.
 */
const LEAST_CHANCE_ROTATED = 4e-6
/** Of two equal groups 24 rows. */
const LEAST_CHANCE_REPEATED = 6e-8
const ENOUGH_SHARED = 32

/** What is wrong with the order of these cells, or null. `shares` are the chances of the cells. */
export const orderFault = (cells: readonly number[], shares: readonly number[]): string | null => {
  if (cells.length < ENOUGH_ROWS) return null
  const open = shares.filter((share) => share > 0).length
  if (open < 2) return null
  if (isInRuns(cells)) return 'Each study group is in one run'
  if (repeatsFrom(cells, shares, open)) return 'The same order is repeated'
  if (hasLongRun(cells, shares)) return 'One study group follows itself too often in a row'
  if (changesSeldom(cells, shares)) return 'The study group changes too seldom'
  return null
}

/** Whether two sequences of one trial begin alike for so many rows that one is a copy of the other. */
export const beginAlike = (one: readonly number[], other: readonly number[]): boolean => {
  const length = Math.min(one.length, other.length)
  return length >= ENOUGH_SHARED && one.slice(0, length).join() === other.slice(0, length).join()
}

/** Whether all of several sequences are one and the same, and long enough together for that to be no chance. */
export const areAllAlike = (sequences: readonly (readonly number[])[]): boolean => {
  const [first] = sequences
  if (first === undefined || (sequences.length - 1) * first.length < ENOUGH_SHARED) return false
  return sequences.every((sequence) => sequence.join() === first.join())
}

const changesOf = (cells: readonly number[]): number =>
  cells.filter((cell, index) => index > 0 && cell !== cells[index - 1]).length

/** Whether each group is in one run, and fewer than one in 1,000 arrangements of these rows are so. */
const isInRuns = (cells: readonly number[]): boolean => {
  const counts = new Map<number, number>()
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  if (changesOf(cells) + 1 !== counts.size) return false
  let [placed, arrangements, inRuns] = [0, 1, 1]
  for (const [place, count] of [...counts.values()].entries()) {
    inRuns *= place + 1
    for (let row = 1; row <= count; row += 1) {
      placed += 1
      arrangements *= placed / row
    }
  }
  return 1000 * inRuns < arrangements
}

/** Whether every row is the one so many before it, for any period; a rotation through the groups shows sooner. */
const repeatsFrom = (cells: readonly number[], shares: readonly number[], open: number): boolean => {
  for (let period = 1; period < cells.length; period += 1) {
    if (cells.some((cell, index) => index >= period && cell !== cells[index - period])) continue
    const chance = cells.slice(period).reduce((product, cell) => product * (shares[cell] ?? 0), 1)
    if (chance < (period <= open ? LEAST_CHANCE_ROTATED : LEAST_CHANCE_REPEATED)) return true
  }
  return false
}

/** A run that would be met less than once in a million lists of independent rows. */
const hasLongRun = (cells: readonly number[], shares: readonly number[]): boolean => {
  let run = 0
  for (const [index, cell] of cells.entries()) {
    run = index > 0 && cell === cells[index - 1] ? run + 1 : 1
    if (cells.length * (shares[cell] ?? 0) ** run < 1e-6) return true
  }
  return false
}

/** Fewer changes than independent rows of these shares have, by 4.5 standard deviations; blocks have more. */
const changesSeldom = (cells: readonly number[], shares: readonly number[]): boolean => {
  const steps = cells.length - 1
  const stays = shares.reduce((sum, share) => sum + share * share, 0)
  const expected = steps * (1 - stays)
  return changesOf(cells) < expected - 4.5 * Math.sqrt(steps * stays * (1 - stays))
}
