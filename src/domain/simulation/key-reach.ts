import { designsByKey, type NumberedKeys } from './key-designs'
import { hasOneKey } from './guessed-by'
import type { AllocationDesign, OneRatioDesign } from '../randomisation/design'
import { ratioStratumIndex } from '../randomisation/ratios'
import type { SimulationPlan } from './simulation-plan'

/** At index i − 1 the expected number of state keys that get i participants or more, i = 1, 2, … up to the last that any gets. */
export type KeyReach = readonly number[]

/** Expectations below this are none. */
const NEGLIGIBLE = 1e-15

/** Of keys that have so many participants each. */
export const reachOfSizes = (sizes: readonly number[]): KeyReach => {
  const reach = Array.from({ length: Math.max(0, ...sizes) }, () => 0)
  for (const size of sizes) for (let i = 0; i < size; i += 1) reach[i] = (reach[i] ?? 0) + 1
  return reach
}

/** Of keys to which each participant comes with these chances: their numbers are binomial. */
export const reachOfShares = (shares: readonly number[], participants: number): KeyReach => {
  const alike = new Map<number, number>()
  for (const share of shares) if (share > 0) alike.set(share, (alike.get(share) ?? 0) + 1)
  const reach: number[] = []
  for (const [share, keys] of alike)
    for (const [index, chance] of binomialTail(participants, Math.min(1, share)).entries())
      reach[index] = (reach[index] ?? 0) + keys * chance
  return reach
}

/** At index i − 1 the chance of i successes or more in n tries. */
const binomialTail = (tries: number, chance: number): readonly number[] => {
  if (chance === 1) return Array.from({ length: tries }, () => 1)
  const odds = chance / (1 - chance)
  const mode = Math.floor((tries + 1) * chance)
  // From the likeliest number outwards, so that nothing is lost below what a number can hold.
  const weights = Array.from({ length: tries + 1 }, () => 0)
  weights[mode] = 1
  for (let k = mode; k < tries; k += 1) weights[k + 1] = (((weights[k] ?? 0) * (tries - k)) / (k + 1)) * odds
  for (let k = mode; k > 0; k -= 1) weights[k - 1] = ((weights[k] ?? 0) * k) / (tries - k + 1) / odds
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const tail: number[] = []
  let above = 0
  for (let k = tries; k > 0; k -= 1) {
    above += weights[k] ?? 0
    if (above / sum > NEGLIGIBLE) tail[k - 1] = above / sum
  }
  return tail
}

/** The share of participants that each key gets, in order of `drawKeys`; null where a draw depends on several. */
export const keyShares = ({ design, site_shares, option_shares }: SimulationPlan): readonly number[] | null => {
  if (!hasOneKey(design)) return null
  if (design.method === 'standard') return parts(option_shares[ratioStratumIndex(design)] ?? [1])
  if (design.method === 'minimisation') {
    const of = design.factors.map((factor) => factor.of).find((factor) => factor !== 'trial')
    if (of === undefined) return [1]
    const stratum = design.strata.findIndex(({ id }) => id === of)
    return of === 'site' ? parts(site_shares) : parts(option_shares[stratum] ?? [])
  }
  const shares = [...(design.is_site_stratified ? [site_shares] : []), ...(design.is_stratified ? option_shares : [])]
  return shares.map(parts).reduce((keys, of) => keys.flatMap((key) => of.map((part) => key * part)), [1])
}

/** The keys of each ratio of a design, as numbers; all of them together where there is one. */
export const keysByDesign = (
  design: AllocationDesign,
  keys: NumberedKeys,
): ReadonlyMap<OneRatioDesign, readonly number[]> => {
  const designOf = designsByKey(design, keys)
  const byDesign = new Map<OneRatioDesign, number[]>()
  for (let key = 0; key < keys.count; key += 1) {
    const ofKey = designOf(key)
    const alike = byDesign.get(ofKey) ?? []
    alike.push(key)
    byDesign.set(ofKey, alike)
  }
  return byDesign
}

const parts = (shares: readonly number[]): readonly number[] => {
  const sum = shares.reduce((total, share) => total + share, 0)
  return shares.map((share) => share / sum)
}
