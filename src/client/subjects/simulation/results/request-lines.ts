import type { Simulation } from '#contract/simulations'
import { weightsOfRatio } from '#domain/trials/ratio-text'
import { allocationMethodOfId, isFactorial, randomisationMethodOfId } from '#domain/trials/trial-methods'
import { counted, type Line } from './csv-lines'
import { groupName, siteName, type Result } from './result'

/** A simulation that is done, with what was asked for. */
export type RequestedResult = Result & { simulation: Pick<Simulation, 'seed' | 'sizes' | 'runs' | 'analysis'> }

/**
 * What was simulated, so that the file alone says it: the request with every default filled in. The method and its settings are in the
 * column of methods. Equal shares are written as 1.
 */
export const requestLines = (result: RequestedResult): Line[] => [
  ...plan(result),
  ...groups(result),
  ...sites(result),
  ...options(result),
  ...factorWeights(result),
]

const of = (scope: string, at: string | null, statistic: string, value: number): Line =>
  counted('simulation', scope, at, statistic, value)

const plan = ({ simulation: { seed, sizes, runs, analysis } }: RequestedResult): Line[] => [
  of('', null, 'seed', seed),
  of('', null, 'runs', runs),
  of('', null, 'participants', sizes.participants),
  of('', null, 'sites', sizes.sites),
  of('', null, 'effect', analysis.effect),
  of('', null, 'significance', analysis.significance),
  of('', null, 'selection_bias', analysis.selection_bias),
  of('', null, 'adjusts_for_sites', Number(analysis.adjusts_for_sites)),
]

/** Packs have lines only where they were asked for: else the figures are for several stocks, and name them. */
const groups = ({ design, simulation }: RequestedResult): Line[] => {
  const { allocation_method_id: allocation, study_groups } = design
  const factorOf = (factor: number | null | undefined) => (isFactorial(allocation) ? `factor ${factor}` : null)
  return [
    of(allocationMethodOfId(allocation)?.title ?? '', null, 'allocation_method_id', allocation),
    ...study_groups.map((group) => of(group.name, factorOf(group.factorial_level), 'weight', group.weight)),
    ...(simulation.sizes.packs ?? []).map((packs, place) => of(groupName(design, place), null, 'packs', packs)),
  ]
}

const sites = ({ simulation: { sizes } }: RequestedResult): Line[] =>
  Array.from({ length: sizes.sites }, (_, place) =>
    of(siteName(place), null, 'share', sizes.site_shares?.[place] ?? EQUAL_SHARE),
  )

const EQUAL_SHARE = 1

/** The share of each option, and the weights of the groups at one that has a ratio of its own: a closed group is closed there too. */
const options = ({ design, simulation: { sizes } }: RequestedResult): Line[] =>
  design.trial_strata.flatMap(({ name, trial_stratum_options }, stratum) =>
    trial_stratum_options.flatMap((option, place) => {
      const scope = `${name}: ${option.name}`
      const weights = option.ratio === null ? [] : weightsOfRatio(option.ratio)
      const weightAt = (at: number) => (design.study_groups[at]?.weight === 0 ? 0 : (weights[at] ?? 0))
      return [
        of(scope, null, 'share', sizes.option_shares?.[stratum]?.[place] ?? EQUAL_SHARE),
        ...weights.map((_, at) => of(scope, groupName(design, at), 'weight', weightAt(at))),
      ]
    }),
  )

const factorWeights = ({ design }: RequestedResult): Line[] => {
  if (randomisationMethodOfId(design.randomisation_method_id)?.name !== 'minimisation') return []
  const strata = design.is_stratified ? design.trial_strata : []
  return [
    ...strata.map(({ name, minimisation_weight: weight }) => of(name, null, 'minimisation_weight', weight)),
    ...(design.is_site_stratified ? [of('', null, 'minimisation_site_weight', design.minimisation_site_weight)] : []),
  ]
}
