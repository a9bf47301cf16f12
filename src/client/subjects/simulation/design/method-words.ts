import type { Simulation } from '#contract/simulations'
import { randomisationMethodOfId, usesStrata } from '#domain/trials/trial-methods'
import { METHOD_PRESENTATION } from '../../trials/design/method-presentation'

type Design = Simulation['design']

/** How a design randomises, in a few words: `Blocked, sizes 4 to 8, by strata and site`. */
export const methodWords = (design: Design): string => {
  const method = randomisationMethodOfId(design.randomisation_method_id)
  if (method === undefined) return ''
  const keys = usesStrata(method.name) ? keysWords(design) : []
  return [`${method.title}${METHOD_PRESENTATION[method.name].inBrief(design)}`, ...keys].join(', ')
}

const keysWords = ({ is_stratified, is_site_stratified, trial_strata }: Design): string[] => {
  const isByStrata = is_stratified && trial_strata.length > 0
  if (isByStrata && is_site_stratified) return ['by strata and site']
  if (isByStrata) return ['by strata']
  return is_site_stratified ? ['by site'] : []
}
