import type { TypedDesign } from '../../trials/design/typed-design'
import { blankForm, blankOption, type SimulationForm } from './simulation-form'

/** The form filled in from the design in a trial's form; missing values get the defaults. */
export const formOfTypedDesign = (typed: TypedDesign): SimulationForm => {
  const blank = blankForm()
  return {
    ...blank,
    design: {
      allocation_method_id: typed.allocation_method_id,
      study_groups:
        typed.study_groups.length === 0
          ? blank.design.study_groups
          : typed.study_groups.map((group) => ({ ...group, packs: '' })),
      trial_strata: typed.trial_strata.map(({ name, minimisation_weight, trial_stratum_options, option_ratios }) => ({
        name,
        minimisation_weight,
        trial_stratum_options: trial_stratum_options.map((option, place) => blankOption(option, option_ratios[place])),
      })),
    },
    sizes: {
      participants: Number(typed.sample_size) > 0 ? typed.sample_size : blank.sizes.participants,
      sites: typed.sites > 0 ? typed.sites : blank.sizes.sites,
      site_shares: '',
    },
    alternatives: [typed.method],
  }
}
