import { chanceAmong } from './best-guess'
import { drawKeys } from './draw-keys'
import { checked, type CheckedEstimate, type Estimate } from './figures'
import { bestGuesser, siteGuessers } from './guesser'
import { moments } from './moments'
import type { Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { tally } from './tally'

/** How well the next allocation can be foretold, as shares of a trial's participants. */
export type PredictabilityFigures = {
  /** How often the best guesser is right who sees every allocation of the trial. */
  readonly trial_guesser: CheckedEstimate
  /** The same for guessers who each see the allocations of their own site alone. */
  readonly site_guesser: CheckedEstimate
  /** How often one is right who has seen nothing and always names what has the largest weight. */
  readonly unseeing_guesser: number
  /** Allocations that one who knows the method, the size of the block in use, and everything so far knows for certain. */
  readonly certain: CheckedEstimate
  /** The longest run of certain allocations one after another in the trial, in participants. */
  readonly longest_certain_run: { readonly mean: Estimate; readonly quantile_95: number; readonly max: number }
}

/** What is known exactly of the predictability. */
export type ExactPredictability = {
  readonly trial_guesser: number | null
  readonly site_guesser: number | null
  readonly certain: number | null
}

export const observeGuesses = (
  { design, sizes }: SimulationPlan,
  exact: ExactPredictability,
): Observer<PredictabilityFigures> => {
  const { count } = drawKeys(design, sizes.sites)
  const trialGuesser = bestGuesser(design, count)
  const guesserAt = siteGuessers(design, count)
  const rates = { trial: moments(), site: moments(), certain: moments() }
  const longestRuns = tally()
  /** Of the trial under way, in participants. */
  const now = { ...NOTHING_YET }
  return {
    see: ({ recruit: { keys, site }, cell, is_certain }) => {
      now.rightInTrial += chanceAmong(trialGuesser.guess(keys, cell))
      now.rightAtSite += chanceAmong(guesserAt(site).guess(keys, cell))
      now.certain += is_certain ? 1 : 0
      now.run = is_certain ? now.run + 1 : 0
      if (now.run > now.longest) now.longest = now.run
    },
    endTrial: () => {
      rates.trial.add(now.rightInTrial / sizes.participants)
      rates.site.add(now.rightAtSite / sizes.participants)
      rates.certain.add(now.certain / sizes.participants)
      longestRuns.add(now.longest)
      trialGuesser.forget()
      guesserAt.forget()
      Object.assign(now, NOTHING_YET)
    },
    figures: () => ({
      trial_guesser: checked(rates.trial.estimate(), exact.trial_guesser),
      site_guesser: checked(rates.site.estimate(), exact.site_guesser),
      unseeing_guesser: unseeingGuesser(design.cells.map(({ weight }) => weight)),
      certain: checked(rates.certain.estimate(), exact.certain),
      longest_certain_run: {
        mean: longestRuns.mean(),
        quantile_95: longestRuns.quantile(0.95),
        max: longestRuns.max(),
      },
    }),
  }
}

const NOTHING_YET = { rightInTrial: 0, rightAtSite: 0, certain: 0, run: 0, longest: 0 }

/** How often one is right who always names a cell of the largest weight. */
export const unseeingGuesser = (weights: readonly number[]): number =>
  Math.max(...weights) / weights.reduce((sum, weight) => sum + weight, 0)
