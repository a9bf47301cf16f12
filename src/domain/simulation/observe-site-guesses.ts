import type { AllocationDesign } from '../randomisation/design'
import { chanceAmong } from './best-guess'
import type { Estimate } from './figures'
import { bestGuesser, siteGuessers } from './guesser'
import { moments } from './moments'
import type { Observer } from './simulated-trial'

/** How often guessers are right: one who sees the whole trial, and one at each site who sees that site alone. */
export type GuessEstimates = { readonly trial: Estimate; readonly sites: readonly Estimate[] }

/** The guesses in trials whose participants are the same in each; `participantsOfSites` says how many each site has. */
export const observeSiteGuesses = (
  design: AllocationDesign,
  keyCount: number,
  participantsOfSites: readonly number[],
): Observer<GuessEstimates> => {
  const trialGuesser = bestGuesser(design, keyCount)
  const guesserAt = siteGuessers(design, keyCount)
  const participants = participantsOfSites.reduce((sum, count) => sum + count, 0)
  const trialRate = moments()
  const siteRates = participantsOfSites.map(() => moments())
  const right = { trial: 0, sites: participantsOfSites.map(() => 0) }
  return {
    see: ({ recruit: { keys, site }, cell }) => {
      right.trial += chanceAmong(trialGuesser.guess(keys, cell))
      right.sites[site] = (right.sites[site] ?? 0) + chanceAmong(guesserAt(site).guess(keys, cell))
    },
    endTrial: () => {
      trialRate.add(right.trial / participants)
      for (const [site, rate] of siteRates.entries())
        rate.add((right.sites[site] ?? 0) / (participantsOfSites[site] ?? 1))
      trialGuesser.forget()
      guesserAt.forget()
      right.trial = 0
      right.sites.fill(0)
    },
    figures: () => ({ trial: trialRate.estimate(), sites: siteRates.map((rate) => rate.estimate()) }),
  }
}
