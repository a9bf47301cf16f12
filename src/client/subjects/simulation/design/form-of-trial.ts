import { USUAL_WEIGHT } from '#contract/trial-form-fields'
import type { Trial } from '#contract/trials'
import { visibilityOf } from '#domain/people/blinding'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import { methodFormOf } from '../../trials/design/method-form'
import { blankForm, blankOption, type SimulationForm } from './simulation-form'

/** The form filled in from a trial's design, or null for a viewer who may not see all of it. */
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
        trial_stratum_options: trial_stratum_options.map((option) => blankOption(option.name, option.ratio)),
      })),
    },
    sizes: {
      participants: sample_size > 0 ? sample_size : blank.sizes.participants,
      sites: trial.sites.filter(({ is_deleted }) => !is_deleted).length,
      site_shares: '',
    },
    alternatives: [methodFormOf(trial)],
  }
}
