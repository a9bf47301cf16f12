/** The best guess about a draw by one's knowledge before it. */
export type Guess = {
  /** How likely the next draw gives each cell. */
  readonly chances: readonly number[]
  /** How likely the guess is right where the draw gives this cell: 1 for the only one named, 1 / 2 for one of two, 0 for others. */
  readonly credits: readonly number[]
  /** Whether one cell alone is possible. */
  readonly is_certain: boolean
}

/** Chances nearer to each other than this are equal but for rounding. */
const ROUNDING = 1e-9

/** The guess of the largest conditional probability: a cell of the largest chance, among equals by a coin. */
export const guessOf = (chances: readonly number[]): Guess => {
  const best = Math.max(...chances) - ROUNDING
  const named = chances.filter((chance) => chance >= best).length
  return {
    chances,
    credits: chances.map((chance) => (chance >= best ? 1 / named : 0)),
    is_certain: chances.filter((chance) => chance > 0).length === 1,
  }
}

/**
 * How likely a guesser who counts is right about a draw that gave `cell`: they name the cell with the least so far
 * beside its weight (`counts[k] / weights[k]`, compared exactly), at a tie the one of largest weight, among equals by a
 * coin. Closed cells (weight 0) are never named. Source: the convergence strategy of Blackwell & Hodges (1957), at
 * equal weights.
 */
export const chanceOfRightCount = (counts: readonly number[], weights: readonly number[], cell: number): number => {
  let best = -1
  let bestCount = 0
  let bestWeight = 0
  let named = 0
  let isNamed = false
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0
    if (weight === 0) continue
    const count = counts[index] ?? 0
    const behind = best < 0 ? -1 : count * bestWeight - bestCount * weight || bestWeight - weight
    if (behind < 0) {
      best = index
      bestCount = count
      bestWeight = weight
      named = 1
      isNamed = index === cell
    } else if (behind === 0) {
      named += 1
      isNamed ||= index === cell
    }
  }
  return isNamed ? 1 / named : 0
}
