import type { TypedDesign } from '../design-form/typed-design'
import { optionNames } from './sent-trial-form'
import type { TrialFormValues } from './trial-form-values'

/** What a simulation takes of a trial's form, as it stands there. */
export const typedDesignOf = (values: TrialFormValues): TypedDesign => ({
  title: values.title.trim(),
  sample_size: values.sample_size,
  sites: values.sites.filter(({ is_deleted }) => !is_deleted).length,
  allocation_method_id: values.allocation_method_id,
  study_groups: values.study_groups.map(({ name, weight, factorial_level }) => ({ name, weight, factorial_level })),
  trial_strata: values.trial_strata.map(({ name, minimisation_weight, trial_stratum_options }) => ({
    name,
    minimisation_weight,
    trial_stratum_options: optionNames(trial_stratum_options),
  })),
  method: {
    randomisation_method_id: values.randomisation_method_id,
    is_stratified: values.is_stratified,
    is_site_stratified: values.is_site_stratified,
    block_size_min: values.block_size_min,
    block_size_max: values.block_size_max,
    urn_initial: values.urn_initial,
    urn_alpha: values.urn_alpha,
    urn_beta: values.urn_beta,
    minimisation_measure: values.minimisation_measure,
    minimisation_probability: values.minimisation_probability,
    minimisation_site_weight: values.minimisation_site_weight,
  },
})
