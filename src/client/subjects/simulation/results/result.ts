import type { SimulationFigures } from '#contract/simulation-figures'
import type { Simulation } from '#contract/simulations'

/** A simulation that is done, with the letter of its alternative. */
export type Result = { letter: string; design: Simulation['design']; figures: SimulationFigures }

type Imbalance = SimulationFigures['imbalance'][number]

/** Among whom study groups are compared: `Whole trial`, `Site 3`, `Sex: Female`; in a factorial trial also by what. */
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
