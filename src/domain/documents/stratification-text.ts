import { RANDOMISATION_METHODS, type RandomisationMethodName } from '../trials/trial-methods'
import { paragraph, table, type DocumentBlock } from './text-document'

/** By what a trial is stratified: its strata by name, and whether the draw uses them and the site. */
export type Stratification = {
  readonly is_stratified: boolean
  readonly is_site_stratified: boolean
  readonly trial_strata: readonly {
    readonly name: string
    readonly trial_stratum_options: readonly { readonly name: string }[]
  }[]
}

/** The stratum by which the ratio differs, or that it differs by none; null for a reader who may not know. */
export type ShownRatio = { readonly differs_by: string | null } | null

/** What a protocol says of strata and sites, and a table of the strata. */
export const stratificationText = (
  method: RandomisationMethodName,
  stratification: Stratification,
  ratio: ShownRatio,
): readonly DocumentBlock[] => {
  const { trial_strata } = stratification
  return [
    paragraph(...useOf(method, stratification, ratio)),
    ...(trial_strata.length === 0
      ? []
      : [
          table(
            [
              { heading: 'Stratum', share: 1 },
              { heading: 'Options', share: 2 },
            ],
            trial_strata.map(({ name, trial_stratum_options }) => [
              name,
              trial_stratum_options.map((option) => option.name).join('; '),
            ]),
          ),
        ]),
  ]
}

const RECORDED = 'The strata below are recorded, and allocation does not use them.'

const useOf = (method: RandomisationMethodName, stratification: Stratification, ratio: ShownRatio): string[] => {
  const { is_site_stratified: bySite, trial_strata } = stratification
  const uses = RANDOMISATION_METHODS.find(({ name }) => name === method)?.strata
  const byStrata = stratification.is_stratified && trial_strata.length > 0 && uses !== 'recorded'
  const recorded = trial_strata.length > 0 && !byStrata ? [RECORDED] : []
  switch (uses) {
    case 'separate':
      return [(method === 'list' ? listedText : separateText)(byStrata, bySite), ...recorded]
    case 'weighed':
      return [`The balancing factors are: ${factorText(byStrata, bySite)}.`, ...recorded]
    case 'recorded':
    case undefined:
      return ['Allocation is not stratified.', ...(trial_strata.length === 0 ? [] : [ratioText(ratio)])]
  }
}

/** Where draws are independent, a stratum may still decide the ratio. Who may not know that reads the same either way. */
const ratioText = (ratio: ShownRatio): string => {
  if (ratio === null) return 'The strata below are recorded.'
  return ratio.differs_by === null
    ? RECORDED
    : `It uses the stratum “${ratio.differs_by}” for the ratio alone, and no other stratum.`
}

const separateText = (byStrata: boolean, bySite: boolean): string => {
  if (byStrata && bySite)
    return 'Allocation is stratified: each combination of strata is drawn separately at each site.'
  if (byStrata) return 'Allocation is stratified: each combination of strata is drawn separately.'
  if (bySite) return 'Allocation is stratified by site: each site is drawn separately.'
  return 'Allocation is not stratified: the method runs over the whole trial.'
}

/** The same of an uploaded list, of which nothing is drawn. */
const listedText = (byStrata: boolean, bySite: boolean): string => {
  if (byStrata && bySite) return 'Allocation is stratified: each combination of strata has its own rows at each site.'
  if (byStrata) return 'Allocation is stratified: each combination of strata has its own rows.'
  if (bySite) return 'Allocation is stratified by site: each site has its own rows.'
  return 'Allocation is not stratified: the rows are for the whole trial.'
}

const factorText = (byStrata: boolean, bySite: boolean): string => {
  if (byStrata && bySite) return 'each stratum below, and the site'
  if (byStrata) return 'each stratum below'
  return bySite ? 'the site' : 'the whole trial, as one factor'
}
