import { accepted, refused, type Outcome } from '../outcome'
import { blockSizes } from './block-sizes'
import { weightSum, type AllocationDesign, type DesignBase, type DesignOf, type WeightedGroup } from './design'
import { ALLOCATION_METHODS, RANDOMISATION_METHODS, type RunnableMethod } from '../trial-methods'

/**
 * Settings as somebody wrote them. Groups and strata that have no id yet are numbered in the order in which they will be
 * stored. Block sizes matter to the method Blocked alone.
 */
export type DesignSetup = {
  readonly allocation_method_id: number
  readonly randomisation_method_id: number
  readonly study_groups: readonly WeightedGroup[]
  readonly is_stratified: boolean
  readonly is_site_stratified: boolean
  readonly block_size_min: number | null
  readonly block_size_max: number | null
  readonly trial_strata: readonly { readonly id: number; readonly option_ids: readonly number[] }[]
}

/** Why settings are no design. */
export const DESIGN_REFUSALS = [
  'allocation_method_unknown',
  'allocation_method_not_runnable',
  'randomisation_method_unknown',
  'randomisation_method_not_runnable',
  'study_group_repeated',
  'weight_not_whole',
  'no_open_study_group',
  'weights_too_large',
  'stratum_repeated',
  'stratum_without_options',
  'stratum_option_repeated',
  'block_size_missing',
  'block_size_not_whole',
  'block_size_max_below_min',
  'no_block_size_fits',
] as const

/** The form field to correct; numbers count from 0 in the order of the settings. */
export type DesignField =
  | 'allocation_method_id'
  | 'randomisation_method_id'
  | 'study_groups'
  | `study_groups.${number}.${'id' | 'weight'}`
  | `trial_strata.${number}.${'id' | 'trial_stratum_options'}`
  | 'block_size_min'
  | 'block_size_max'

export type DesignRefusal = { readonly code: (typeof DESIGN_REFUSALS)[number]; readonly field: DesignField }

/** S, the number of virtual arms, is capped (RANDOMISATION, Settings the form does not name). */
export const MOST_WEIGHT = 60

/**
 * Settings in, a design the engine can run out, or the first thing that stands against it. Groups, strata and options
 * leave in order of id, weights reduced by their greatest common divisor, and settings of other methods as null.
 * Source: RANDOMISATION, Notation, Methods.
 */
export const validateDesign = (setup: DesignSetup): Outcome<AllocationDesign, DesignRefusal> => {
  const allocation = ALLOCATION_METHODS.find(({ id }) => id === setup.allocation_method_id)
  if (!allocation) return refused({ code: 'allocation_method_unknown', field: 'allocation_method_id' })
  if (!allocation.is_runnable) return refused({ code: 'allocation_method_not_runnable', field: 'allocation_method_id' })

  const method = RANDOMISATION_METHODS.find(({ id }) => id === setup.randomisation_method_id)
  if (!method) return refused({ code: 'randomisation_method_unknown', field: 'randomisation_method_id' })
  if (!method.is_runnable)
    return refused({ code: 'randomisation_method_not_runnable', field: 'randomisation_method_id' })

  const refusal = groupsRefusal(setup.study_groups) ?? strataRefusal(setup.trial_strata)
  if (refusal) return refused(refusal)
  const groups = reduceWeights(setup.study_groups).toSorted(byId)
  if (weightSum(groups) > MOST_WEIGHT) return refused({ code: 'weights_too_large', field: 'study_groups' })

  const base: DesignBase = {
    groups,
    is_stratified: setup.is_stratified,
    is_site_stratified: setup.is_site_stratified,
    strata: setup.trial_strata
      .map(({ id, option_ids }) => ({ id, option_ids: option_ids.toSorted((a, b) => a - b) }))
      .sort(byId),
  }
  return DESIGNS[method.name](base, setup)
}

type MakeDesign<M extends RunnableMethod> = (
  base: DesignBase,
  setup: DesignSetup,
) => Outcome<DesignOf<M>, DesignRefusal>

const DESIGNS: { readonly [M in RunnableMethod]: MakeDesign<M> } = {
  standard: (base) => accepted({ ...base, method: 'standard', block_size_min: null, block_size_max: null }),

  blocked: (base, { block_size_min, block_size_max }) => {
    if (block_size_min === null) return refused({ code: 'block_size_missing', field: 'block_size_min' })
    if (block_size_max === null) return refused({ code: 'block_size_missing', field: 'block_size_max' })
    if (!isWhole(block_size_min, 1)) return refused({ code: 'block_size_not_whole', field: 'block_size_min' })
    if (!isWhole(block_size_max, 1)) return refused({ code: 'block_size_not_whole', field: 'block_size_max' })
    if (block_size_max < block_size_min) return refused({ code: 'block_size_max_below_min', field: 'block_size_max' })
    const { count } = blockSizes(weightSum(base.groups), block_size_min, block_size_max)
    if (count === 0) return refused({ code: 'no_block_size_fits', field: 'block_size_max' })
    return accepted({ ...base, method: 'blocked', block_size_min, block_size_max })
  },
}

const groupsRefusal = (groups: readonly WeightedGroup[]): DesignRefusal | undefined => {
  const repeated = repeatedAt(groups.map(({ id }) => id))
  if (repeated >= 0) return { code: 'study_group_repeated', field: `study_groups.${repeated}.id` }
  const broken = groups.findIndex(({ weight }) => !isWhole(weight, 0))
  if (broken >= 0) return { code: 'weight_not_whole', field: `study_groups.${broken}.weight` }
  if (weightSum(groups) === 0) return { code: 'no_open_study_group', field: 'study_groups' }
  return undefined
}

const strataRefusal = (strata: DesignSetup['trial_strata']): DesignRefusal | undefined => {
  const repeated = repeatedAt(strata.map(({ id }) => id))
  if (repeated >= 0) return { code: 'stratum_repeated', field: `trial_strata.${repeated}.id` }
  const empty = strata.findIndex(({ option_ids }) => option_ids.length === 0)
  if (empty >= 0) return { code: 'stratum_without_options', field: `trial_strata.${empty}.trial_stratum_options` }
  const doubled = strata.findIndex(({ option_ids }) => repeatedAt(option_ids) >= 0)
  if (doubled >= 0) return { code: 'stratum_option_repeated', field: `trial_strata.${doubled}.trial_stratum_options` }
  return undefined
}

const reduceWeights = (groups: readonly WeightedGroup[]): readonly WeightedGroup[] => {
  const divisor = groups.reduce((gcd, { weight }) => greatestCommonDivisor(gcd, weight), 0)
  return groups.map(({ id, weight }) => ({ id, weight: weight / divisor }))
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b))

const isWhole = (value: number, least: number): boolean => Number.isSafeInteger(value) && value >= least

/** The first place whose id stood before, or −1. */
const repeatedAt = (ids: readonly number[]): number => ids.findIndex((id, place) => ids.indexOf(id) !== place)

const byId = (a: { readonly id: number }, b: { readonly id: number }): number => a.id - b.id
