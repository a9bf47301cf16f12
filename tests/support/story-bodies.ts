import type { Story } from './begin-story'

/** What somebody is randomised with, by their number, at a site by its place. */
export const bodyFor = ({ trial }: Story, number: number, site: number) => ({
  site_id: trial.sites[site]?.id,
  participant_id: `P-${number}`,
  participant_strata: answersOf(trial, number % 2),
})

/** One option at each stratum, by its place. */
export const answersOf = ({ trial_strata }: Story['trial'], option: number) =>
  trial_strata.map((stratum) => ({
    trial_stratum_id: stratum.id,
    trial_stratum_option_id: stratum.trial_stratum_options[option]?.id,
  }))
