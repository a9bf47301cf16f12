import { METHOD_DEFAULTS, USUAL_WEIGHT } from '#contract/trial-form-fields'
import type { Trial } from '#contract/trials'
import { visibilityOf } from '#domain/people/blinding'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import { blankForm, blankOption, type SimulationForm } from './simulation-form'

/** The form filled in from a trial's design, or null for a viewer who is not shown it whole. */
export const simulationFormOf = (trial: Trial): SimulationForm | null => {
  const { allocation_method_id, randomisation_method_id, sample_size } = trial
  if (allocation_method_id === undefined || randomisation_method_id === undefined) return null
  if (visibilityOf(trial) !== 'names') return null
  const blank = blankForm()
  return {
    ...blank,
    design: {
      allocation_method_id,
      study_groups: trial.study_groups.map(({ name, weight, factorial_level }) => ({
        name,
        weight: weight ?? USUAL_WEIGHT,
        factorial_level: factorial_level ?? FACTORIAL_LEVELS[0],
        packs: '',
      })),
      trial_strata: trial.trial_strata.map(({ name, minimisation_weight, trial_stratum_options }) => ({
        name,
        minimisation_weight: minimisation_weight ?? USUAL_WEIGHT,
        trial_stratum_options: trial_stratum_options.map((option) => blankOption(option.name)),
      })),
    },
    sizes: {
      participants: sample_size > 0 ? sample_size : blank.sizes.participants,
      sites: trial.sites.filter(({ is_deleted }) => !is_deleted).length,
      site_shares: '',
    },
    alternatives: [
      {
        randomisation_method_id,
        is_stratified: trial.is_stratified ?? false,
        is_site_stratified: trial.is_site_stratified ?? false,
        block_size_min: trial.block_size_min ?? '',
        block_size_max: trial.block_size_max ?? '',
        urn_initial: trial.urn_initial ?? METHOD_DEFAULTS.urn_initial,
        urn_alpha: trial.urn_alpha ?? METHOD_DEFAULTS.urn_alpha,
        urn_beta: trial.urn_beta ?? METHOD_DEFAULTS.urn_beta,
        minimisation_measure: trial.minimisation_measure ?? METHOD_DEFAULTS.minimisation_measure,
        minimisation_probability: trial.minimisation_probability ?? '',
        minimisation_site_weight: trial.minimisation_site_weight ?? METHOD_DEFAULTS.minimisation_site_weight,
      },
    ],
  }
}
