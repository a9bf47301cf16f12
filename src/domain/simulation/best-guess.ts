/**
 * How likely the best guesser is right about a draw that gave `cell`: he names the cell that has the least so far beside its
 * weight (`counts[k] / weights[k]`, compared exactly), at a tie the one of largest weight, among equals by a coin. Closed
 * cells (weight 0) are never named. At equal weights this is the convergence strategy of Blackwell & Hodges (1957).
 */
export const chanceOfRightGuess = (counts: readonly number[], weights: readonly number[], cell: number): number =>
  chanceAmong(guessedAmong(counts, weights, cell))

/** The chance of one who names one of so many by a coin, where the right one is among them; 0 where it is not (0). */
export const chanceAmong = (named: number): number => (named === 0 ? 0 : 1 / named)

/** Among how many cells that are equally good the best guesser chooses, `cell` among them; 0 where it is not among them. */
export const guessedAmong = (counts: readonly number[], weights: readonly number[], cell: number): number => {
  let best = -1
  let bestCount = 0
  let bestWeight = 0
  let named = 0
  let isNamed = false
  for (let place = 0; place < weights.length; place += 1) {
    const weight = weights[place] ?? 0
    if (weight === 0) continue
    const count = counts[place] ?? 0
    const behind = best < 0 ? -1 : count * bestWeight - bestCount * weight || bestWeight - weight
    if (behind < 0) {
      best = place
      bestCount = count
      bestWeight = weight
      named = 1
      isNamed = place === cell
    } else if (behind === 0) {
      named += 1
      isNamed ||= place === cell
    }
  }
  return isNamed ? named : 0
}
