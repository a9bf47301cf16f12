import { TOO_MUCH_AT_SITE, TOO_MUCH_IN_TRIAL } from '../advice/guess-limits'
import type { DesignWarning } from './design-warning'

/** The rates of guessers at simulated or running trials, as shares from 0 to 1. */
export type GuessShares = {
  readonly trial_guesser: number
  readonly site_guesser: number
  /** The share of allocations that these two know for certain. */
  readonly trial_certain: number
  readonly site_certain: number
  readonly unseeing_guesser: number
}

/**
 * The warnings by the guesses: they are right too often beside a guesser without knowledge, or too many allocations are
 * certain. With only one open group there is no guess, and no warning.
 */
export const guessWarnings = (shares: GuessShares): readonly DesignWarning[] => {
  const { unseeing_guesser, trial_guesser, trial_certain, site_guesser, site_certain } = shares
  if (unseeing_guesser === 1) return []
  const isTooMuch = (right: number, certain: number, limit: number) =>
    right - unseeing_guesser >= limit || certain >= limit
  const instead = `By chance it would be ${percent(unseeing_guesser)}.`
  const warnings: DesignWarning[] = []
  if (isTooMuch(site_guesser, site_certain, TOO_MUCH_AT_SITE))
    warnings.push({
      code: 'easily_guessed_at_site',
      message: `Someone who sees only their own site would guess ${percent(site_guesser)} of its allocations correctly. ${knows(site_certain)}${instead}`,
    })
  if (isTooMuch(trial_guesser, trial_certain, TOO_MUCH_IN_TRIAL))
    warnings.push({
      code: 'easily_guessed',
      message: `Someone who sees every allocation would guess ${percent(trial_guesser)} of them correctly. ${knows(trial_certain)}${instead}`,
    })
  return warnings
}

const knows = (certain: number): string =>
  percent(certain) === percent(0) ? '' : `They would know ${percent(certain)} for certain. `

const percent = (share: number): string => `${Math.round(100 * share)}%`
