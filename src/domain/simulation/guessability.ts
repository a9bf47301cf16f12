import { epochRates, type EpochRates, type GuessRate } from './epoch-rates'
import type { GuessedEpoch } from './guessed-epoch'
import { checked, type Estimate } from './figures'
import { simulationSource } from './simulation-source'

export type GuessabilityFigures = {
  /** Of one who sees every allocation of the trial. */
  readonly trial: GuessRate
  /** At each site that has participants, in order of id: of one who sees the allocations of that site alone. */
  readonly sites: readonly (GuessRate & { readonly site_id: number })[]
  /** How often a guesser without knowledge is right, who always names the largest weight. */
  readonly unseeing_guesser: number
}

/** Draws of all simulated trials together, well under a second of work, and bounds for their number. */
const MAX_DRAWS = 300_000
const FEWEST_TRIALS = 20
const MAX_TRIALS = 1000

/**
 * The guessability of a running trial so far, beside theory. In: its epochs with their participants, at least one of
 * each, and a seed. Guessers begin again with each epoch, as the counts of the draws do, and see the flags that moved
 * counts. Source: src/specification/rct-alloc-1.md#what-theory-says.
 */
export const guessability = (epochs: readonly GuessedEpoch[], seed: number): GuessabilityFigures => {
  const participants = epochs.reduce((sum, epoch) => sum + epoch.participants.length, 0)
  const trials = Math.min(MAX_TRIALS, Math.max(FEWEST_TRIALS, Math.floor(MAX_DRAWS / participants)))
  const source = simulationSource(seed)
  const rates = epochs.map((epoch) => epochRates(epoch, trials, source))
  const siteIds = [...new Set(rates.flatMap(({ sites }) => [...sites.keys()]))].sort((a, b) => a - b)
  return {
    trial: together(rates.map(({ trial }) => trial)),
    sites: siteIds.map((site_id) => ({ site_id, ...together(rates.flatMap(({ sites }) => sites.get(site_id) ?? [])) })),
    unseeing_guesser: together(rates.map(unseeingRate)).observed,
  }
}

const unseeingRate = ({ trial, unseeing }: EpochRates): GuessRate => ({ ...trial, observed: unseeing })

/** Rates over several lots of participants as one over all of them; their chances are independent. */
const together = (rates: readonly GuessRate[]): GuessRate => {
  const participants = rates.reduce((sum, rate) => sum + rate.participants, 0)
  const meanOf = (valueOf: (rate: GuessRate) => number): number =>
    rates.reduce((sum, rate) => sum + rate.participants * valueOf(rate), 0) / participants
  const errors = rates.map((rate) => (rate.participants * (rate.expected.standard_error ?? 0)) ** 2)
  const estimate: Estimate = {
    mean: meanOf(({ expected }) => expected.mean),
    standard_error: Math.sqrt(errors.reduce((sum, error) => sum + error, 0)) / participants,
  }
  const isExact = rates.every(({ expected }) => expected.exact !== null)
  return {
    participants,
    observed: meanOf(({ observed }) => observed),
    expected: checked(estimate, isExact ? meanOf(({ expected }) => expected.exact ?? 0) : null),
    certain: meanOf(({ certain }) => certain),
  }
}
