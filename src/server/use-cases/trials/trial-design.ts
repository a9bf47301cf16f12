import type { AllocationDesign } from '#domain/randomisation/design'
import type { DesignRefusal, DesignSetup } from '#domain/randomisation/design-setup'
import { validateDesign } from '#domain/randomisation/validate-design'
import type { Outcome } from '#domain/outcome'

/** The settings of a trial that make its design, as they are stored or sent. */
export type DesignSettings = Omit<DesignSetup, 'trial_strata' | 'study_groups'> & {
  study_groups: readonly (DesignSetup['study_groups'][number] & { is_closed_at_cap?: boolean })[]
  trial_strata: readonly {
    id: number
    minimisation_weight: number
    trial_stratum_options: readonly { id: number; ratio: string | null }[]
  }[]
}

/** The design that these settings make, or what stands against it. A group that is closed at its cap has no weight. */
export const designOf = (settings: DesignSettings): Outcome<AllocationDesign, DesignRefusal> =>
  validateDesign({
    ...settings,
    study_groups: settings.study_groups.map(withPresentWeight),
    trial_strata: settings.trial_strata.map(({ id, minimisation_weight, trial_stratum_options }) => ({
      id,
      minimisation_weight,
      option_ids: trial_stratum_options.map((option) => option.id),
      option_ratios: trial_stratum_options.map((option) => option.ratio),
    })),
  })

/** A group with the weight by which it is drawn: none, whatever is stored, once it is closed at its cap. */
export const withPresentWeight = <Group extends { weight: number }>({
  is_closed_at_cap = false,
  ...group
}: Group & { is_closed_at_cap?: boolean }) => (is_closed_at_cap ? { ...group, weight: 0 } : group)

/** The message about a trial whose design no method can run. */
export const CANNOT_START = 'The trial cannot be started with its current settings'

/** Why settings cannot be run, in words for the field at fault. */
export const designFault = ({ code, needed, option }: DesignRefusal): string =>
  needed === undefined
    ? `${option === undefined ? '' : `Option ${option + 1}: `}${DESIGN_FAULTS[code]}`
    : `The weights make ${needed.virtualArms} arms, so this must be ${needed.percent} percent or more. ${DESIGN_FAULTS[code]}`

const DESIGN_FAULTS: Record<DesignRefusal['code'], string> = {
  allocation_method_unknown: 'This allocation method does not exist',
  randomisation_method_unknown: 'This randomisation method does not exist',
  study_group_repeated: 'This study group is listed twice',
  weight_not_whole: 'A weight must be a whole number, 0 or more',
  factorial_level_missing: 'A factorial trial needs a factor, 1 or 2, for every study group',
  factor_without_groups: 'A factorial trial needs at least two study groups in each factor',
  no_open_study_group: 'At least one study group needs a weight above 0',
  weights_too_large: 'The weights, reduced, must add up to 60 at most',
  stratum_repeated: 'This stratum is listed twice',
  stratum_without_options: 'At least one option is required',
  stratum_option_repeated: 'This option is listed twice',
  block_size_missing: 'Blocked randomisation needs a block size',
  block_size_not_whole: 'A block size must be a whole number, 1 or more',
  block_size_max_below_min: 'Must not be below the smallest block size',
  no_block_size_fits: 'The range must include a multiple of the sum of the weights',
  urn_setting_not_whole: 'Must be a whole number, 0 or more',
  urn_without_balls: 'An urn needs at least one initial ball for each arm',
  minimisation_weight_not_whole: 'A weight must be a whole number, 1 or more',
  minimisation_probability_not_percent: 'Must be a whole number of percent from 1 to 100',
  minimisation_probability_too_low: 'Below that, the worse arms would be drawn more often than the best.',
  minimisation_fraction_unreadable: 'Write a fraction, such as 2/3',
  minimisation_fraction_out_of_range:
    'Must be 1 or less, and so high that the best arms are drawn more often than the rest',
  not_two_equal_groups: 'This method needs exactly two open study groups of equal weight',
  limit_not_whole: 'Must be a whole number, 1 or more',
  coin_chance_not_whole: 'Must be a whole number, 1 or more',
  sequence_not_even: 'A sequence must have an even number of participants, from 2 to 50',
  block_sizes_unreadable: 'Write each size, and its chance after a colon: 4:1, 8:3',
  block_size_repeated: 'Each size may be listed once',
  block_size_no_multiple: 'Each size must be a multiple of the sum of the weights',
  ratio_unreadable: 'Each weight must be a whole number, 1 or more',
  ratio_of_other_groups: 'A ratio needs one weight for each study group',
  ratios_of_two_strata: 'The ratio may differ by one stratum only',
  ratios_not_by_method: 'With this randomisation method the ratio cannot differ by a stratum',
  ratios_not_stratified: 'The ratio can differ by a stratum only if randomisation is stratified by strata',
  coin_chance_out_of_range: 'The chance must be above a half and below 1, such as 2 out of 3',
}
