import type { Simulation } from '#contract/simulations'
import { USUAL_WEIGHT } from '#contract/trial-form-fields'
import { FACTORIAL_LEVELS } from '#domain/trials/trial-methods'
import { methodFormOf } from '../../trials/design/method-form'
import { blankForm, type SimulationForm } from './simulation-form'

type SimulatedDesign = Pick<Simulation, 'design' | 'sizes' | 'runs' | 'analysis'>

/** The form from which these simulations were made, one for each alternative. Each draws a new seed. */
export const formOfSimulations = (simulations: readonly SimulatedDesign[]): SimulationForm => {
  const [first] = simulations
  if (first === undefined) return blankForm()
  const { design, sizes, runs, analysis } = first
  return {
    design: {
      allocation_method_id: design.allocation_method_id,
      study_groups: design.study_groups.map(({ name, weight, factorial_level }, place) => ({
        name,
        weight,
        factorial_level: factorial_level ?? FACTORIAL_LEVELS[0],
        packs: sizes.packs?.[place] ?? '',
      })),
      trial_strata: design.trial_strata.map(({ name, trial_stratum_options }, place) => ({
        name,
        minimisation_weight: weightOfStratum(simulations, place),
        trial_stratum_options: trial_stratum_options.map((option, at) => ({
          name: option.name,
          ratio: option.ratio ?? '',
          share: sizes.option_shares?.[place]?.[at] ?? 1,
        })),
      })),
    },
    sizes: {
      participants: sizes.participants,
      sites: sizes.sites,
      site_shares: sizes.site_shares?.join(', ') ?? '',
    },
    runs,
    analysis: { ...analysis },
    seed: '',
    alternatives: simulations.map((simulation) => methodFormOf(simulation.design)),
  }
}

/** Only an alternative that weighs the strata has their weights; the others have the usual one. */
const weightOfStratum = (simulations: readonly SimulatedDesign[], place: number): number =>
  Math.max(...simulations.map(({ design }) => design.trial_strata[place]?.minimisation_weight ?? USUAL_WEIGHT))
