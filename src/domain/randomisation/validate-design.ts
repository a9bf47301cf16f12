import { refused, type Outcome } from '../outcome'
import { allocationMethodOfId, FACTORIAL_LEVELS, randomisationMethodOfId } from '../trials/trial-methods'
import { factorialCells, parallelCells, type WeightedGroup } from './cells'
import { weightSum, type AllocationDesign, type DesignBase } from './design'
import { isWhole, type DesignRefusal, type DesignSetup } from './design-setup'
import { withMethodSettings } from './method-settings'
import { withRatios } from './with-ratios'
import { writtenRatios } from './written-ratios'

/** S, the number of virtual arms, is capped (src/specification/rct-alloc-1.md#limits). */
export const MAX_WEIGHT = 60

/**
 * Makes a design that the engine can run from settings, or refuses with the first fault. Cells, strata and options are ordered
 * by id, weights reduced by their greatest common divisor, and settings of other methods left out. Source:
 * src/specification/rct-alloc-1.md#designs.
 */
export const validateDesign = (setup: DesignSetup): Outcome<AllocationDesign, DesignRefusal> => {
  const allocation = allocationMethodOfId(setup.allocation_method_id)
  if (!allocation) return refused({ code: 'allocation_method_unknown', field: 'allocation_method_id' })
  const method = randomisationMethodOfId(setup.randomisation_method_id)
  if (!method) return refused({ code: 'randomisation_method_unknown', field: 'randomisation_method_id' })

  const isFactorial = allocation.name === 'factorial'
  const refusal =
    groupsRefusal(setup.study_groups) ??
    (isFactorial ? factorsRefusal(setup.study_groups) : noOpenGroup(setup.study_groups)) ??
    strataRefusal(setup.trial_strata)
  if (refusal) return refused(refusal)
  const written = writtenRatios(setup, method.name)
  if (!written.ok) return written
  const cellsOf = isFactorial ? factorialCells : parallelCells
  const base: Omit<DesignBase, 'cells'> = {
    is_stratified: setup.is_stratified,
    is_site_stratified: setup.is_site_stratified,
    exclude_flagged_participants: setup.exclude_flagged_participants,
    strata: setup.trial_strata
      .map(({ id, option_ids }) => ({ id, option_ids: option_ids.toSorted((a, b) => a - b) }))
      .sort((a, b) => a.id - b.id),
  }
  const makeDesign = (groups: readonly WeightedGroup[], field: DesignRefusal['field']) => {
    const cells = cellsOf(groups)
    if (weightSum(cells) > MAX_WEIGHT) return refused<DesignRefusal>({ code: 'weights_too_large', field })
    return withMethodSettings(method.name, { cells, ...base }, setup)
  }
  if (written.value === null) return makeDesign(setup.study_groups, 'study_groups')
  return withRatios(written.value, setup.study_groups, makeDesign)
}

const groupsRefusal = (groups: readonly WeightedGroup[]): DesignRefusal | undefined => {
  const repeated = repeatedAt(groups.map(({ id }) => id))
  if (repeated >= 0) return { code: 'study_group_repeated', field: `study_groups.${repeated}.id` }
  const broken = groups.findIndex(({ weight }) => !isWhole(weight, 0))
  if (broken >= 0) return { code: 'weight_not_whole', field: `study_groups.${broken}.weight` }
  return undefined
}

const noOpenGroup = (groups: readonly WeightedGroup[]): DesignRefusal | undefined =>
  weightSum(groups) === 0 ? { code: 'no_open_study_group', field: 'study_groups' } : undefined

/** A factorial trial needs a factor for every group, and groups to choose between in each factor. */
const factorsRefusal = (groups: readonly WeightedGroup[]): DesignRefusal | undefined => {
  const without = groups.findIndex((group) => FACTORIAL_LEVELS.every((factor) => factor !== group.factorial_level))
  if (without >= 0) return { code: 'factorial_level_missing', field: `study_groups.${without}.factorial_level` }
  for (const factor of FACTORIAL_LEVELS) {
    const inFactor = groups.filter(({ factorial_level }) => factorial_level === factor)
    if (inFactor.length < 2) return { code: 'factor_without_groups', field: 'study_groups' }
    const closed = noOpenGroup(inFactor)
    if (closed) return closed
  }
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

/** The first index whose id occurred before, or −1. */
const repeatedAt = (ids: readonly number[]): number => ids.findIndex((id, index) => ids.indexOf(id) !== index)
