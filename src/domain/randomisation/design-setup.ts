import type { MethodSettingName, MethodSettings } from '../trials/method-setting'
import type { WeightedGroup } from './cells'

/**
 * Settings as a person wrote them. Groups and strata without ids are numbered in the order in which they will be stored. Each
 * method reads only its own settings.
 */
export type DesignSetup = MethodSettings & {
  readonly allocation_method_id: number
  readonly randomisation_method_id: number
  readonly study_groups: readonly WeightedGroup[]
  readonly is_stratified: boolean
  readonly is_site_stratified: boolean
  readonly exclude_flagged_participants: boolean
  readonly trial_strata: readonly {
    readonly id: number
    readonly option_ids: readonly number[]
    /** The ratio as text at each option, in the order of `option_ids`, where it differs by this stratum (`RATIO_TEXT`). Null: that of the groups. */
    readonly option_ratios?: readonly (string | null)[]
    readonly minimisation_weight: number
  }[]
}

/** Why settings are not a valid design. */
export const DESIGN_REFUSALS = [
  'allocation_method_unknown',
  'randomisation_method_unknown',
  'study_group_repeated',
  'weight_not_whole',
  'factorial_level_missing',
  'factor_without_groups',
  'no_open_study_group',
  'weights_too_large',
  'stratum_repeated',
  'stratum_without_options',
  'stratum_option_repeated',
  'block_size_missing',
  'block_size_not_whole',
  'block_size_max_below_min',
  'no_block_size_fits',
  'urn_setting_not_whole',
  'urn_without_balls',
  'minimisation_weight_not_whole',
  'minimisation_probability_not_percent',
  'minimisation_probability_too_low',
  'minimisation_fraction_unreadable',
  'minimisation_fraction_out_of_range',
  'not_two_equal_groups',
  'limit_not_whole',
  'coin_chance_not_whole',
  'coin_chance_out_of_range',
  'sequence_not_even',
  'block_sizes_unreadable',
  'block_size_repeated',
  'block_size_no_multiple',
  'ratio_unreadable',
  'ratio_of_other_groups',
  'ratios_of_two_strata',
  'ratios_not_by_method',
  'ratios_not_stratified',
] as const

/** The form field to correct; numbers count from 0 in the order of the settings. */
type DesignField =
  | 'allocation_method_id'
  | 'randomisation_method_id'
  | 'study_groups'
  | `study_groups.${number}.${'id' | 'weight' | 'factorial_level'}`
  | `trial_strata.${number}.${'id' | 'trial_stratum_options' | 'minimisation_weight'}`
  | `trial_strata.${number}.trial_stratum_options.${number}.ratio`
  | 'is_stratified'
  | MethodSettingName

export type DesignRefusal = {
  readonly code: (typeof DESIGN_REFUSALS)[number]
  readonly field: DesignField
  /** Where only the ratio of one option is at fault: which option of its stratum, from 0 in the order of the settings. */
  readonly option?: number
  /** For a probability that is too low: the number of virtual arms, and their least percent. */
  readonly needed?: { readonly virtualArms: number; readonly percent: number }
}

/** Whether a setting is a whole number of at least `min`. */
export const isWhole = (value: number, min: number): boolean => Number.isSafeInteger(value) && value >= min
