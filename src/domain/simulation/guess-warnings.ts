import type { DesignWarning } from './design-warnings'

/** From so much more than without having seen anything a guesser is too often right: one who sees all, one at a site. */
const TOO_MUCH_IN_TRIAL = 0.2
const TOO_MUCH_AT_SITE = 0.1

/** What the rates of right guesses (shares from 0 to 1) of a simulated or a running trial give cause to say. */
export const guessWarnings = (rates: {
  readonly trial_guesser: number
  readonly site_guesser: number
  readonly unseeing_guesser: number
}): readonly DesignWarning[] => {
  const { trial_guesser, site_guesser, unseeing_guesser } = rates
  const instead = `where one who has seen nothing is right ${percent(unseeing_guesser)} of the time`
  const warnings: DesignWarning[] = []
  if (site_guesser - unseeing_guesser >= TOO_MUCH_AT_SITE)
    warnings.push({
      code: 'easily_guessed_at_site',
      message: `Whoever sees only the allocations of his own site guesses ${percent(site_guesser)} of the next ones rightly, ${instead}.`,
    })
  if (trial_guesser - unseeing_guesser >= TOO_MUCH_IN_TRIAL)
    warnings.push({
      code: 'easily_guessed',
      message: `Whoever sees every allocation of the trial guesses ${percent(trial_guesser)} of the next ones rightly, ${instead}.`,
    })
  return warnings
}

const percent = (share: number): string => `${Math.round(100 * share)}%`
