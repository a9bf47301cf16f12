import { USUAL_ANALYSIS } from '#domain/advice/analysis-plan'
import { USUAL_WEIGHT } from '#contract/trial-form-fields'
import { FACTORIAL_LEVELS, DRAWING_METHODS } from '#domain/trials/trial-methods'
import type { UseFormReturnType } from '@mantine/form'
import type { Entered } from '../../trials/design/entered'
import {
  differingRatios,
  methodNamed,
  methodNameOf,
  USUAL_METHOD,
  withMethod,
  type DrawnGroups,
  type MethodForm,
} from '../../trials/design/method-form'

/**
 * The values of the form. Its fields are named and nested as in the request, so that a fault of the request is a fault
 * of the form, except the settings in which designs differ: they are in `alternatives`, one entry for each.
 */
export type SimulationForm = {
  design: TrialDesign
  sizes: { participants: Entered; sites: Entered; site_shares: string }
  runs: Entered
  analysis: AnalysisForm
  seed: Entered
  alternatives: MethodForm[]
}

/** The form as its fields hold it. */
export type Form = UseFormReturnType<SimulationForm>

/** The part that all alternatives share. */
type TrialDesign = {
  allocation_method_id: number
  study_groups: StudyGroupForm[]
  trial_strata: StratumForm[]
}

/** How each simulated trial is analysed: differences in standard deviations of the outcome. */
type AnalysisForm = {
  effect: Entered
  significance: Entered
  selection_bias: Entered
  adjusts_for_sites: boolean
}

/** `packs` are those of each site at first. */
export type StudyGroupForm = { name: string; weight: Entered; factorial_level: number; packs: Entered }
export type StratumForm = { name: string; minimisation_weight: Entered; trial_stratum_options: OptionForm[] }
/** `share` is the frequency of the option beside the shares of the other options; `ratio` as `2:1`, or empty for that of the groups. */
export type OptionForm = { name: string; share: Entered; ratio: string }

/** As many as are compared side by side. */
export const MAX_ALTERNATIVES = 6

/** The letter of an alternative, by its place from 0: they are told apart by letters, in figures too. */
export const letterOf = (place: number): string => String.fromCharCode('A'.charCodeAt(0) + place)

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
    analysis: { ...USUAL_ANALYSIS },
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

export const blankSimulatedStratum = (): StratumForm => ({
  name: '',
  minimisation_weight: USUAL_WEIGHT,
  trial_stratum_options: [blankOption(), blankOption()],
})

export const blankOption = (name = '', ratio: string | null = null): OptionForm => ({
  name,
  share: 1,
  ratio: ratio ?? '',
})

/** Another alternative: a copy of the last one with an unused method. */
export const nextAlternative = ({ alternatives, design }: SimulationForm): MethodForm => {
  const used = new Set(alternatives.map(methodNameOf))
  const unused = DRAWING_METHODS.find(({ name }) => !used.has(name))
  return withMethod(
    alternatives.at(-1) ?? USUAL_METHOD,
    unused ?? methodNamed('standard'),
    drawnGroupsOfSimulation(design),
  )
}

/** Between which groups a simulated trial draws, with the ratio of each option where one has its own. */
export const drawnGroupsOfSimulation = ({
  allocation_method_id,
  study_groups,
  trial_strata,
}: TrialDesign): DrawnGroups => ({
  allocation_method_id,
  study_groups,
  ...differingRatios(
    trial_strata.map(({ trial_stratum_options }) =>
      trial_stratum_options.map(({ ratio }) => (ratio.trim() === '' ? null : ratio.trim())),
    ),
  ),
})
