import type { AllocationDesign } from '../randomisation/design'
import { guessRates, type GuessEstimates } from './guess-rates'
import { trialGuesser, type Score } from './guesser'
import type { Observer } from './simulated-trial'
import { siteGuessers, type GuessedSites } from './site-guessers'

/** How often guessers are right: one who sees the whole trial, and at each site one in each way of `siteGuessers`. */
export type SiteEstimates = { readonly trial: GuessEstimates; readonly sites: readonly (readonly GuessEstimates[])[] }

/** The guesses in trials whose participants are the same in each; `participantsOfSites` says how many each site has. */
export const observeSiteGuesses = (
  design: AllocationDesign,
  guessedSites: GuessedSites,
  participantsOfSites: readonly number[],
): Observer<SiteEstimates> => {
  const inTrial = trialGuesser(design, guessedSites.keys, guessedSites.is_moved)
  const atSites = siteGuessers(design, guessedSites)
  const participants = participantsOfSites.reduce((sum, count) => sum + count, 0)
  const trial = { score: noScore(), rates: guessRates() }
  const sites = participantsOfSites.map((count) => ({
    count,
    ways: atSites.map((guesser) => ({ guesser, score: noScore(), rates: guessRates() })),
  }))
  return {
    see: (allocated) => {
      inTrial.guess(allocated, trial.score)
      for (const { guesser, score } of sites[allocated.recruit.site]?.ways ?? []) guesser.guess(allocated, score)
    },
    move: (recruited, cell, by) => {
      for (const guesser of [inTrial, ...atSites]) guesser.move(recruited, cell, by)
    },
    endTrial: () => {
      trial.rates.add(trial.score, participants)
      for (const { count, ways } of sites) for (const { score, rates } of ways) rates.add(score, count)
      for (const guesser of [inTrial, ...atSites]) guesser.reset()
    },
    figures: () => ({
      trial: trial.rates.estimates(),
      sites: sites.map(({ ways }) => ways.map(({ rates }) => rates.estimates())),
    }),
  }
}

const noScore = (): Score => ({ right: 0, certain: 0 })
