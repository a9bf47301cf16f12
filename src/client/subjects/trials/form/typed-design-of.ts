import { differingRatios, methodFormOf, type DrawnGroups } from '../design/method-form'
import type { TypedDesign } from '../design/typed-design'
import { optionNames } from './option-caps'
import { hasRatio, weightsOfOption } from './option-ratios'
import type { TrialFormValues } from './trial-form-values'

/** The values of a trial's form that a simulation uses. */
export const typedDesignOf = (values: TrialFormValues): TypedDesign => ({
  title: values.title.trim(),
  sample_size: values.sample_size,
  sites: values.sites.filter(({ is_deleted }) => !is_deleted).length,
  allocation_method_id: values.allocation_method_id,
  study_groups: values.study_groups.map(({ name, weight, factorial_level }) => ({ name, weight, factorial_level })),
  trial_strata: values.trial_strata.map(({ name, minimisation_weight, trial_stratum_options, option_ratios }) => ({
    name,
    minimisation_weight,
    trial_stratum_options: optionNames(trial_stratum_options),
    option_ratios: optionNames(trial_stratum_options).map((option) => ratioByRows(option_ratios, option, values)),
  })),
  method: methodFormOf(values),
})

/** A simulation has the study groups in the order of their rows. */
const ratioByRows = (ratios: string, option: string, { study_groups }: TrialFormValues): string | null =>
  hasRatio(ratios, option) ? weightsOfOption(ratios, option, study_groups).join(':') : null

/** Between which groups a trial draws, with the ratio of each option where one has its own. */
export const drawnGroupsOfTrial = (values: TrialFormValues): DrawnGroups => ({
  allocation_method_id: values.allocation_method_id,
  study_groups: values.study_groups,
  ...differingRatios(typedDesignOf(values).trial_strata.map(({ option_ratios }) => option_ratios)),
})
