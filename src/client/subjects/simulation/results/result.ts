import type { SimulationFigures } from '#contract/simulation-figures'
import type { Simulation } from '#contract/simulations'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'

/** A simulation that is done, with the letter of its alternative. */
export type Result = { letter: string; design: Simulation['design']; figures: SimulationFigures }

/** The comparison of the first two open groups; undefined where it was not worked out. */
export const firstEfficiency = ({ efficiency }: SimulationFigures) => efficiency?.[0]

/** Which two groups a comparison is between: `Placebo against Aspirin`. */
export const comparisonName = (
  { study_groups }: Result['design'],
  { compared, groups }: Pick<NonNullable<SimulationFigures['efficiency']>[number], 'compared' | 'groups'>,
): string => {
  const factor = { allocation: null, factor_1: FACTORIAL_LEVELS[0], factor_2: FACTORIAL_LEVELS[1] }[compared]
  const names = study_groups
    .filter(({ factorial_level }) => factor === null || factorial_level === factor)
    .map(({ name }) => name)
  return `${names[groups[1]] ?? ''} against ${names[groups[0]] ?? ''}`
}

type Imbalance = SimulationFigures['imbalance'][number]

/**
 * The participants among whom study groups are compared: `Whole trial`, `Site 3`, `Sex: Female`; in a factorial trial
 * also the factor.
 */
export const scopeName = ({ trial_strata }: Result['design'], { scope, compared }: Imbalance): string => {
  const factor = compared === 'allocation' ? '' : `, ${compared.replace('_', ' ')}`
  switch (scope.of) {
    case 'trial':
      return `Whole trial${factor}`
    case 'site':
      return `${siteName(scope.site)}${factor}`
    case 'option': {
      const stratum = trial_strata[scope.stratum]
      return `${stratum?.name}: ${stratum?.trial_stratum_options[scope.option]?.name}${factor}`
    }
  }
}

/** Sites have numbers, from 1 on, in a simulation. */
export const siteName = (place: number): string => `Site ${place + 1}`

export const groupName = ({ study_groups }: Result['design'], place: number): string => study_groups[place]?.name ?? ''

/** How many packs of each study group: `Aspirin 4, Placebo 2`. */
export const packsWords = (design: Result['design'], packs: readonly number[]): string =>
  packs.map((count, place) => `${groupName(design, place)} ${count}`).join(', ')
