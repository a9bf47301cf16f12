import { usesStrata } from '../trials/trial-methods'
import type { AllocationDesign, MinimisationFactor } from '../randomisation/design'
import { ratioStratumIndex } from '../randomisation/ratios'
import type { NumberedKeys } from './key-designs'

/**
 * The state keys of a design as numbers 0, 1, … below `count`, so that a simulation stores states in a list: two
 * participants have the same number at an index exactly when `stateKeys` gives them the same key there. Simple
 * randomisation, which has no state, has one key for all, or for all of one ratio.
 */
export type DrawKeys = NumberedKeys & {
  /** Writes the keys of a participant at a site with an option of each stratum, all as indexes. */
  readonly write: (site: number, options: readonly number[], into: number[]) => void
}

/** How many keys a design has at so many sites. */
export const countKeys = (design: AllocationDesign, sites: number): number => drawKeys(design, sites).count

export const drawKeys = (design: AllocationDesign, sites: number): DrawKeys => {
  if ('factors' in design) return levelKeys(design, sites)
  if (usesStrata(design.method)) return stratumKeys(design, sites)
  const stratum = ratioStratumIndex(design)
  return stratum < 0
    ? { count: 1, options: [], write: (_site, _options, into) => (into[0] = 0) }
    : { ...ratioKeys(design), write: (_site, options, into) => (into[0] = options[stratum] ?? 0) }
}

/** A key for each option that decides the ratio. */
const ratioKeys = ({ ratios }: AllocationDesign): NumberedKeys => {
  const options = ratios?.options.map(({ option }) => option) ?? []
  return { count: options.length, options }
}

/** One key: site and options together, as far as the design uses them. */
const stratumKeys = (design: AllocationDesign, sites: number): DrawKeys => {
  const siteKeys = design.is_site_stratified ? sites : 1
  const strata = design.is_stratified ? design.strata : []
  const count = strata.reduce((product, { option_ids }) => product * option_ids.length, siteKeys)
  return {
    count,
    options: optionsOfKeys(design, count),
    write: (site, options, into) => {
      let key = design.is_site_stratified ? site : 0
      for (let index = 0; index < strata.length; index += 1)
        key = key * (strata[index]?.option_ids.length ?? 1) + (options[index] ?? 0)
      into[0] = key
    },
  }
}

/** The option of each key at the stratum that decides the ratio: keys count through the options of the last stratum first. */
const optionsOfKeys = (design: AllocationDesign, count: number): readonly number[] => {
  const stratum = ratioStratumIndex(design)
  if (stratum < 0) return []
  const { options } = ratioKeys(design)
  const after = design.strata.slice(stratum + 1).reduce((product, { option_ids }) => product * option_ids.length, 1)
  return Array.from({ length: count }, (_, key) => options[Math.floor(key / after) % options.length] ?? 0)
}

/** One key for each factor: the participant's level there. */
const levelKeys = (design: Extract<AllocationDesign, { factors: unknown }>, sites: number): DrawKeys => {
  const sources = design.factors.map(({ of }) => levelSource(design, of, sites))
  let count = 0
  const firsts = sources.map(({ levels }) => (count += levels) - levels)
  const factorSources = sources.map(({ stratum }) => stratum)
  return {
    count,
    options: [],
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
