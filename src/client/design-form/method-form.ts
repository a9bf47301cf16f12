import { METHOD_DEFAULTS } from '#contract/trial-form-fields'
import {
  FACTORIAL_LEVELS,
  isFactorial,
  RANDOMISATION_METHODS,
  randomisationMethodOfId,
  type MinimisationMeasure,
  type RandomisationMethod,
  type RandomisationMethodName,
} from '#domain/trials/trial-methods'
import type { Entered } from './entered'

/** How a design randomises, as fields hold it. Settings of methods other than its own are kept, but not asked for. */
export type MethodForm = {
  randomisation_method_id: number
  is_stratified: boolean
  is_site_stratified: boolean
  block_size_min: Entered
  block_size_max: Entered
  urn_initial: Entered
  urn_alpha: Entered
  urn_beta: Entered
  minimisation_measure: MinimisationMeasure
  minimisation_probability: Entered
  minimisation_site_weight: Entered
}

/** Between which groups a design draws. */
export type DrawnGroups = {
  allocation_method_id: number
  study_groups: readonly { weight: Entered; factorial_level: number }[]
}

export const methodNameOf = ({ randomisation_method_id }: MethodForm): RandomisationMethodName =>
  randomisationMethodOfId(randomisation_method_id)?.name ?? 'standard'

export const methodNamed = (name: RandomisationMethodName): RandomisationMethod =>
  RANDOMISATION_METHODS.find((method) => method.name === name) ?? RANDOMISATION_METHODS[0]

/** A method without settings, by everybody alike. */
export const USUAL_METHOD: MethodForm = {
  randomisation_method_id: methodNamed('standard').id,
  is_stratified: false,
  is_site_stratified: false,
  block_size_min: METHOD_DEFAULTS.block_size_min ?? '',
  block_size_max: METHOD_DEFAULTS.block_size_max ?? '',
  urn_initial: METHOD_DEFAULTS.urn_initial,
  urn_alpha: METHOD_DEFAULTS.urn_alpha,
  urn_beta: METHOD_DEFAULTS.urn_beta,
  minimisation_measure: METHOD_DEFAULTS.minimisation_measure,
  minimisation_probability: METHOD_DEFAULTS.minimisation_probability ?? '',
  minimisation_site_weight: METHOD_DEFAULTS.minimisation_site_weight,
}

/** The same design by another method; blocks without sizes get some that fit and are not easy to guess. */
export const withMethod = <Form extends MethodForm>(
  form: Form,
  { id, name }: RandomisationMethod,
  groups: DrawnGroups,
): Form => {
  const isWithoutSizes = form.block_size_min === '' && form.block_size_max === ''
  const round = roundOf(groups)
  return {
    ...form,
    randomisation_method_id: id,
    ...(name === 'blocked' && isWithoutSizes && round > 0
      ? { block_size_min: 2 * round, block_size_max: 4 * round }
      : {}),
  }
}

/** The participants in which every weight is used up once: of a factorial trial those of all its combinations. */
const roundOf = ({ allocation_method_id, study_groups }: DrawnGroups): number => {
  const sum = (groups: DrawnGroups['study_groups']) =>
    groups.reduce((all, { weight }) => all + (Number(weight) || 0), 0)
  if (!isFactorial(allocation_method_id)) return sum(study_groups)
  return FACTORIAL_LEVELS.reduce<number>(
    (all, level) => all * sum(study_groups.filter(({ factorial_level }) => factorial_level === level)),
    1,
  )
}

/** Whether a design asks how much each stratum weighs. */
export const weighsStrata = (form: MethodForm): boolean => methodNameOf(form) === 'minimisation' && form.is_stratified
