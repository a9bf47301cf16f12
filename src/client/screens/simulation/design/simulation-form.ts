import { METHOD_DEFAULTS, USUAL_WEIGHT } from '#contract/trial-form-fields'
import {
  FACTORIAL_LEVELS,
  isFactorial,
  RANDOMISATION_METHODS,
  randomisationMethodOfId,
  type MinimisationMeasure,
  type RandomisationMethod,
  type RandomisationMethodName,
} from '#domain/trial-methods'
import type { UseFormReturnType } from '@mantine/form'

/** What stands in a number field: a number, or the text that is none yet; empty is not answered. */
export type Entered = number | string

/**
 * What the form asks. Its fields are named and nested as in the request, so that a fault of the request is a fault of the
 * form, save what only makes one design differ from another: that stands in `alternatives`, one for each to be compared.
 */
export type SimulationForm = {
  design: TrialDesign
  sizes: { participants: Entered; sites: Entered; site_shares: string }
  runs: Entered
  seed: Entered
  alternatives: MethodForm[]
}

/** The form as its fields hold it. */
export type Form = UseFormReturnType<SimulationForm>

/** What is alike in every alternative. */
export type TrialDesign = {
  allocation_method_id: number
  study_groups: StudyGroupForm[]
  trial_strata: StratumForm[]
}

/** `packs` are those of each site at first. */
export type StudyGroupForm = { name: string; weight: Entered; factorial_level: number; packs: Entered }
export type StratumForm = { name: string; minimisation_weight: Entered; trial_stratum_options: OptionForm[] }
/** `share` tells how many participants come with it, beside the shares of the other options. */
export type OptionForm = { name: string; share: Entered }

/** How one alternative randomises. Settings of methods other than its own are kept, but not asked for. */
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

/** As many as are compared side by side. */
export const MOST_ALTERNATIVES = 3

/** Alternatives are told apart by letters, in figures too. */
export const letterOf = (place: number): string => 'ABC'.charAt(place)

export const methodNameOf = ({ randomisation_method_id }: MethodForm): RandomisationMethodName =>
  randomisationMethodOfId(randomisation_method_id)?.name ?? 'standard'

/** The form before anything is filled in. */
export const blankForm = (): SimulationForm => {
  const design = {
    allocation_method_id: 1,
    study_groups: [blankGroup('Group A'), blankGroup('Group B')],
    trial_strata: [],
  }
  return {
    design,
    sizes: { participants: 200, sites: 4, site_shares: '' },
    runs: 1000,
    seed: '',
    alternatives: [withMethod({ ...USUAL_METHOD, is_site_stratified: true }, methodNamed('blocked'), design)],
  }
}

export const blankGroup = (name = ''): StudyGroupForm => ({
  name,
  weight: USUAL_WEIGHT,
  factorial_level: FACTORIAL_LEVELS[0],
  packs: '',
})

export const blankStratum = (): StratumForm => ({
  name: '',
  minimisation_weight: USUAL_WEIGHT,
  trial_stratum_options: [blankOption(), blankOption()],
})

export const blankOption = (name = ''): OptionForm => ({ name, share: 1 })

/** Another alternative: the last one again, by a method that none has yet. */
export const nextAlternative = ({ alternatives, design }: SimulationForm): MethodForm => {
  const used = new Set(alternatives.map(methodNameOf))
  const unused = RANDOMISATION_METHODS.find(({ name }) => !used.has(name))
  return withMethod(alternatives.at(-1) ?? USUAL_METHOD, unused ?? methodNamed('standard'), design)
}

/** An alternative by another method; blocks without sizes get some that fit and are not easy to guess. */
export const withMethod = (
  alternative: MethodForm,
  { id, name }: RandomisationMethod,
  design: TrialDesign,
): MethodForm => {
  const isWithoutSizes = alternative.block_size_min === '' && alternative.block_size_max === ''
  const round = roundOf(design)
  return {
    ...alternative,
    randomisation_method_id: id,
    ...(name === 'blocked' && isWithoutSizes && round > 0
      ? { block_size_min: 2 * round, block_size_max: 4 * round }
      : {}),
  }
}

/** The participants in which every weight is used up once: of a factorial trial those of all its combinations. */
const roundOf = ({ allocation_method_id, study_groups }: TrialDesign): number => {
  const sum = (groups: readonly StudyGroupForm[]) => groups.reduce((all, { weight }) => all + (Number(weight) || 0), 0)
  if (!isFactorial(allocation_method_id)) return sum(study_groups)
  return FACTORIAL_LEVELS.reduce<number>(
    (all, level) => all * sum(study_groups.filter(({ factorial_level }) => factorial_level === level)),
    1,
  )
}

const methodNamed = (name: RandomisationMethodName): RandomisationMethod =>
  RANDOMISATION_METHODS.find((method) => method.name === name) ?? RANDOMISATION_METHODS[0]

/** A method without settings, by everybody alike. */
const USUAL_METHOD: MethodForm = {
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
