import type { Simulation } from '#contract/simulations'
import { randomisationMethodOfId } from '#domain/trials/trial-methods'

type Design = Simulation['design']

/** How a design randomises, in a few words: `Blocked, sizes 4 to 8, by strata and site`. */
export const methodWords = (design: Design): string => {
  const method = randomisationMethodOfId(design.randomisation_method_id)
  switch (method?.name) {
    case 'blocked':
      return [`${method.title}, ${sizesWords(design)}`, ...keysWords(design)].join(', ')
    case 'urn':
      return [
        `${method.title} (${design.urn_initial}, ${design.urn_alpha}, ${design.urn_beta})`,
        ...keysWords(design),
      ].join(', ')
    case 'minimisation':
      return [method.title, design.minimisation_measure, ...probabilityWords(design), ...keysWords(design)].join(', ')
    case 'standard':
    case undefined:
      return method?.title ?? ''
  }
}

const sizesWords = ({ block_size_min: least, block_size_max: most }: Design): string =>
  least === most ? `size ${least}` : `sizes ${least} to ${most}`

/** Nothing where it is left to the number of arms. */
const probabilityWords = ({ minimisation_probability: percent }: Design): string[] =>
  percent === null ? [] : [`${percent}%`]

const keysWords = ({ is_stratified, is_site_stratified, trial_strata }: Design): string[] => {
  const isByStrata = is_stratified && trial_strata.length > 0
  if (isByStrata && is_site_stratified) return ['by strata and site']
  if (isByStrata) return ['by strata']
  return is_site_stratified ? ['by site'] : []
}
