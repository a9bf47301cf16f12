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
import { weightsOfRatio } from '#domain/trials/ratio-text'
import type { Entered } from './entered'

/** The randomisation of a design as fields hold it. Settings of other methods stay, but are not shown. */
export type MethodForm = MethodChoice & Record<MethodSettingName, Entered>

type MethodChoice = { randomisation_method_id: number; is_stratified: boolean; is_site_stratified: boolean }

/** Between which groups a design draws. */
export type DrawnGroups = {
  allocation_method_id: number
  study_groups: readonly { weight: Entered; factorial_level: number }[]
  /** The ratio of each option where it differs, by the rows of the groups; null for that of the groups. */
  ratios?: readonly (string | null)[]
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

/** The ratios of the stratum by which they differ; none where none has its own. */
export const differingRatios = (strata: readonly (readonly (string | null)[])[]): Pick<DrawnGroups, 'ratios'> => {
  const ratios = strata.find((options) => options.some((ratio) => ratio !== null))
  return ratios === undefined ? {} : { ratios }
}

/** The same design by another method; blocks without sizes get some that fit and are not easy to guess. */
export const withMethod = <Form extends MethodForm>(
  form: Form,
  { id, name }: RandomisationMethod,
  groups: DrawnGroups,
): Form => {
  const isWithoutSizes = form.block_size_min === '' && form.block_size_max === ''
  const round = roundOf(groups)
  const common = (groups.ratios ?? [null]).reduce((all, ratio) => leastCommonMultiple(all, roundAt(groups, ratio)), 1)
  return {
    ...form,
    randomisation_method_id: id,
    ...(name === 'blocked' && isWithoutSizes && round > 0
      ? { block_size_min: 2 * round, block_size_max: 4 * round }
      : {}),
    ...(name === 'chosen_blocks' && form.chosen_block_sizes === '' && common > 0
      ? { chosen_block_sizes: `${2 * common}:1, ${4 * common}:1` }
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

/** The same at an option: a chosen size must hold the ratio of each. */
const roundAt = (groups: DrawnGroups, ratio: string | null): number => {
  const written = ratio === null ? [] : weightsOfRatio(ratio)
  const divisor = written.reduce(greatestCommonDivisor, 0)
  const weights = written.map((weight) => weight / divisor)
  const study_groups = groups.study_groups.map((group, place) => ({
    ...group,
    weight: Number(group.weight) === 0 ? 0 : (weights[place] ?? group.weight),
  }))
  return roundOf({ ...groups, study_groups })
}

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other)

const leastCommonMultiple = (one: number, other: number): number =>
  one === 0 || other === 0 ? 0 : (one / greatestCommonDivisor(one, other)) * other

/** Whether a design uses a weight for each stratum. */
export const weighsStrata = (form: MethodForm): boolean => methodOf(form).strata === 'weighed' && form.is_stratified
