import type { AllocationDesign } from '#domain/randomisation/design'
import { validateDesign, type DesignRefusal } from '#domain/randomisation/validate-design'
import type { Outcome } from '#domain/outcome'

/** The settings of a trial that make its design, as they are stored or sent. */
export type DesignSettings = {
  allocation_method_id: number
  randomisation_method_id: number
  is_stratified: boolean
  is_site_stratified: boolean
  block_size_min: number | null
  block_size_max: number | null
  study_groups: readonly { id: number; weight: number }[]
  trial_strata: readonly { id: number; trial_stratum_options: readonly { id: number }[] }[]
}

/** The design that these settings make, or what stands against it. */
export const designOf = (settings: DesignSettings): Outcome<AllocationDesign, DesignRefusal> =>
  validateDesign({
    ...settings,
    trial_strata: settings.trial_strata.map(({ id, trial_stratum_options }) => ({
      id,
      option_ids: trial_stratum_options.map((option) => option.id),
    })),
  })

/** Why settings cannot be run, in words for the field at fault. */
export const DESIGN_FAULTS: Record<DesignRefusal['code'], string> = {
  allocation_method_unknown: 'This allocation method is not known',
  allocation_method_not_runnable: 'Participants cannot be allocated by this method',
  randomisation_method_unknown: 'This randomisation method is not known',
  randomisation_method_not_runnable: 'Participants cannot be randomised by this method',
  study_group_repeated: 'This study group is named twice',
  weight_not_whole: 'A weight must be a whole number from 0',
  no_open_study_group: 'At least one study group needs a weight above 0',
  weights_too_large: 'The weights, reduced, must add up to 60 at most',
  stratum_repeated: 'This stratum is named twice',
  stratum_without_options: 'At least one option is required',
  stratum_option_repeated: 'This option is named twice',
  block_size_missing: 'Blocked randomisation needs a block size',
  block_size_not_whole: 'A block size must be a whole number from 1',
  block_size_max_below_min: 'Must not be below the smallest block size',
  no_block_size_fits: 'No block size in this range is a multiple of the sum of the weights',
}
