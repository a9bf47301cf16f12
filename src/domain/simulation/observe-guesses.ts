import { drawKeys } from './draw-keys'
import { checked, type CheckedEstimate, type Estimate } from './figures'
import { trialGuesser, type Guesser } from './guesser'
import { keyShares } from './key-reach'
import { bestOf, guessRates } from './guess-rates'
import { moments } from './moments'
import { ratioShares } from './ratio-shares'
import type { Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { siteGuessers } from './site-guessers'
import { tally } from './tally'

/** How well the next allocation can be guessed, as shares of a trial's participants. */
export type PredictabilityFigures = {
  /** How often the best guesser who sees every allocation of the trial is right (`trialGuesser`). */
  readonly trial_guesser: CheckedEstimate
  /** The same for guessers who each see the allocations of their own site alone (`siteGuessers`). */
  readonly site_guesser: CheckedEstimate
  /** How often a guesser without knowledge is right, who always names the largest weight. */
  readonly unseeing_guesser: number
  /** Allocations that the guesser who sees every allocation knows for certain, and those that one at a site does. */
  readonly trial_certain: Estimate
  readonly site_certain: Estimate
  /** Allocations that one who knows the method, the size of the block in use, and everything so far knows for certain. */
  readonly certain: CheckedEstimate
  /** The longest run of certain allocations one after another in the trial, in participants. */
  readonly longest_certain_run: { readonly mean: Estimate; readonly quantile_95: number; readonly max: number }
}

/** The known exact figures of the predictability. */
export type ExactPredictability = {
  readonly trial_guesser: number | null
  readonly site_guesser: number | null
  readonly certain: number | null
}

export const observeGuesses = (plan: SimulationPlan, exact: ExactPredictability): Observer<PredictabilityFigures> => {
  const { design, sizes } = plan
  const keys = drawKeys(design, sizes.sites)
  const inTrial = followed(trialGuesser(design, keys, false))
  const atSites = siteGuessers(design, {
    sites: sizes.sites,
    keys,
    key_shares: keyShares(plan),
    is_moved: false,
  }).map(followed)
  const all = [inTrial, ...atSites]
  const certainRate = moments()
  const longestRuns = tally()
  let trialsOver = 0
  let now = all
  /** Of the trial under way. */
  const runs = { ...NOTHING_YET }
  const bestAtSite = () => bestOf(atSites.map(({ rates }) => rates.estimates()))
  /** Shares of the trial that ended last, by way of guessing; null once it is followed no more. */
  const latest: (number | null)[] = all.map(() => null)
  let latestCertain = 0
  return {
    measures: [
      { name: 'right_guesses', latest: () => latest[0] ?? null },
      ...atSites.map((_, way) => ({
        name: 'right_guesses_site',
        latest: () => latest[1 + way] ?? null,
        isShown: () => bestAtSite().index === way,
      })),
      { name: 'certain_allocations', latest: () => latestCertain },
    ],
    see: (allocated) => {
      for (const { guesser, score } of now) guesser.guess(allocated, score)
      runs.certain += allocated.is_certain ? 1 : 0
      runs.run = allocated.is_certain ? runs.run + 1 : 0
      if (runs.run > runs.longest) runs.longest = runs.run
    },
    endTrial: () => {
      latest.fill(null)
      for (const one of now) {
        const { guesser, score, rates } = one
        latest[all.indexOf(one)] = score.right / sizes.participants
        rates.add(score, sizes.participants)
        guesser.reset()
      }
      latestCertain = runs.certain / sizes.participants
      certainRate.add(latestCertain)
      longestRuns.add(runs.longest)
      Object.assign(runs, NOTHING_YET)
      trialsOver += 1
      if (trialsOver === MAX_FOLLOWED) now = all.filter(({ guesser }) => guesser.is_slow !== true)
    },
    figures: () => {
      const trial = inTrial.rates.estimates()
      const site = bestAtSite().estimates
      return {
        trial_guesser: checked(trial.right, exact.trial_guesser),
        site_guesser: checked(site.right, exact.site_guesser),
        unseeing_guesser: unseeingByRatio(plan),
        trial_certain: trial.certain,
        site_certain: site.certain,
        certain: checked(certainRate.estimate(), exact.certain),
        longest_certain_run: {
          mean: longestRuns.mean(),
          quantile_95: longestRuns.quantile(0.95),
          max: longestRuns.max(),
        },
      }
    },
  }
}

/** The number of trials in which slow guesses are followed. */
const MAX_FOLLOWED = 1000

const followed = (guesser: Guesser) => ({ guesser, score: { right: 0, certain: 0 }, rates: guessRates() })

const NOTHING_YET = { certain: 0, run: 0, longest: 0 }

/** The same over all ratios of a plan: the guesser knows that of the participant. */
const unseeingByRatio = (plan: SimulationPlan): number =>
  ratioShares(plan).reduce(
    (sum, { design, share }) => sum + share * unseeingGuesser(design.cells.map(({ weight }) => weight)),
    0,
  )

/** How often a guesser is right who always names a cell of the largest weight. */
export const unseeingGuesser = (weights: readonly number[]): number =>
  Math.max(...weights) / weights.reduce((sum, weight) => sum + weight, 0)
