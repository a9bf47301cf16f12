import { usesStrata } from '../trials/trial-methods'
import type { AllocationDesign, MinimisationFactor } from '../randomisation/design'

/**
 * The state keys of a design as numbers 0, 1, … below `count`, so that a simulation stores states in a list: two
 * participants have the same number at an index exactly when `stateKeys` gives them the same key there. Simple
 * randomisation, which has no state, has one key for all.
 */
export type DrawKeys = {
  readonly count: number
  /** Writes the keys of a participant at a site with an option of each stratum, all as indexes. */
  readonly write: (site: number, options: readonly number[], into: number[]) => void
}

/** How many keys a design has at so many sites. */
export const countKeys = (design: AllocationDesign, sites: number): number => drawKeys(design, sites).count

export const drawKeys = (design: AllocationDesign, sites: number): DrawKeys => {
  if ('factors' in design) return levelKeys(design, sites)
  return usesStrata(design.method)
    ? stratumKeys(design, sites)
    : { count: 1, write: (_site, _options, into) => (into[0] = 0) }
}

/** One key: site and options together, as far as the design uses them. */
const stratumKeys = (design: AllocationDesign, sites: number): DrawKeys => {
  const siteKeys = design.is_site_stratified ? sites : 1
  const strata = design.is_stratified ? design.strata : []
  return {
    count: strata.reduce((count, { option_ids }) => count * option_ids.length, siteKeys),
    write: (site, options, into) => {
      let key = design.is_site_stratified ? site : 0
      for (let index = 0; index < strata.length; index += 1)
        key = key * (strata[index]?.option_ids.length ?? 1) + (options[index] ?? 0)
      into[0] = key
    },
  }
}

/** One key for each factor: the participant's level there. */
const levelKeys = (design: Extract<AllocationDesign, { factors: unknown }>, sites: number): DrawKeys => {
  const sources = design.factors.map(({ of }) => levelSource(design, of, sites))
  let count = 0
  const firsts = sources.map(({ levels }) => (count += levels) - levels)
  const factorSources = sources.map(({ stratum }) => stratum)
  return {
    count,
    write: (site, options, into) => {
      for (let factor = 0; factor < factorSources.length; factor += 1) {
        const source = factorSources[factor] ?? TRIAL
        const level = source === TRIAL ? 0 : source === SITE ? site : (options[source] ?? 0)
        into[factor] = (firsts[factor] ?? 0) + level
      }
    },
  }
}

/** Where the level of a factor is read: the index of a stratum, or one of these. */
const TRIAL = -1
const SITE = -2

const levelSource = (design: AllocationDesign, of: MinimisationFactor['of'], sites: number) => {
  if (of === 'trial') return { levels: 1, stratum: TRIAL }
  if (of === 'site') return { levels: sites, stratum: SITE }
  const stratum = design.strata.findIndex(({ id }) => id === of)
  return { levels: design.strata[stratum]?.option_ids.length ?? 0, stratum }
}
