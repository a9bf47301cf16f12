import { METHOD_SETTING_NAMES, type MethodSettingName } from '#domain/trials/method-setting'
import { recordOf } from '#domain/record-of'
import {
  FACTORIAL_LEVELS,
  isFactorial,
  METHOD_SETTINGS,
  RANDOMISATION_METHODS,
  randomisationMethodOfId,
  type RandomisationMethod,
  type RandomisationMethodName,
} from '#domain/trials/trial-methods'
import type { Entered } from './entered'

/** The randomisation of a design as fields hold it. Settings of other methods stay, but are not shown. */
export type MethodForm = MethodChoice & Record<MethodSettingName, Entered>

type MethodChoice = { randomisation_method_id: number; is_stratified: boolean; is_site_stratified: boolean }

/** Between which groups a design draws. */
export type DrawnGroups = {
  allocation_method_id: number
  study_groups: readonly { weight: Entered; factorial_level: number }[]
}

export const methodOf = ({ randomisation_method_id }: MethodForm): RandomisationMethod =>
  randomisationMethodOfId(randomisation_method_id) ?? methodNamed('standard')

export const methodNameOf = (form: MethodForm): RandomisationMethodName => methodOf(form).name

export const methodNamed = (name: RandomisationMethodName): RandomisationMethod =>
  RANDOMISATION_METHODS.find((method) => method.name === name) ?? RANDOMISATION_METHODS[0]

/** A method without settings, by everybody alike. */
export const USUAL_METHOD: MethodForm = {
  randomisation_method_id: methodNamed('standard').id,
  is_stratified: false,
  is_site_stratified: false,
  ...recordOf(METHOD_SETTING_NAMES, (name) => METHOD_SETTINGS[name].usual ?? ''),
}

/** A design as it is shown to a viewer who may not see all of it. */
type ShownMethod = { readonly [Field in keyof MethodForm]?: MethodForm[Field] | null | undefined }

/** The fields filled in with a shown design; hidden and unset ones stay as in a new one. */
export const methodFormOf = (shown: ShownMethod): MethodForm => ({
  randomisation_method_id: shown.randomisation_method_id ?? USUAL_METHOD.randomisation_method_id,
  is_stratified: shown.is_stratified ?? false,
  is_site_stratified: shown.is_site_stratified ?? false,
  ...recordOf(METHOD_SETTING_NAMES, (name) => shown[name] ?? USUAL_METHOD[name]),
})

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
    ...(name === 'chosen_blocks' && form.chosen_block_sizes === '' && round > 0
      ? { chosen_block_sizes: `${2 * round}:1, ${4 * round}:1` }
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

/** Whether a design uses a weight for each stratum. */
export const weighsStrata = (form: MethodForm): boolean => methodOf(form).strata === 'weighed' && form.is_stratified
