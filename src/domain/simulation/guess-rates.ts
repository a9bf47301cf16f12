import type { Estimate } from './figures'
import type { Score } from './guesser'
import { moments } from './moments'

/** How often guesses are right, and how many allocations are certain: shares of the participants, over trials. */
export type GuessEstimates = { readonly right: Estimate; readonly certain: Estimate }

/** Adds up the scores of one way of guessing, one for each trial. */
export const guessRates = () => {
  const right = moments()
  const certain = moments()
  return {
    /** Adds the score of a trial about so many participants, and empties it for the next one. */
    add: (score: Score, participants: number): void => {
      right.add(score.right / participants)
      certain.add(score.certain / participants)
      score.right = 0
      score.certain = 0
    },
    estimates: (): GuessEstimates => ({ right: right.estimate(), certain: certain.estimate() }),
  }
}

/** The index and the figures of the way of guessing that is right most often. `ways` has one or more. */
export const bestOf = (
  ways: readonly GuessEstimates[],
): { readonly index: number; readonly estimates: GuessEstimates } =>
  ways
    .map((estimates, index) => ({ index, estimates }))
    .reduce((best, way) => (way.estimates.right.mean > best.estimates.right.mean ? way : best))
