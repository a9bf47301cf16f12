import type { Trial, TrialStatistics } from '#contract/trials'

/** How many participants of a trial came to each site and had each option, in the order of its form. */
export type RealShares = {
  participants: number
  sites: readonly number[]
  /** Whether one of these sites no longer takes part. */
  has_closed_sites: boolean
  options: readonly (readonly number[])[]
}

/**
 * The shares of a trial's recruitment so far; null before its first participant, and for whoever is not shown every site and option
 * of it. Everybody randomised counts, at sites and at options alike: also at a site that no longer takes part.
 */
export const realSharesOf = (
  trial: Pick<Trial, 'sites' | 'trial_strata'>,
  statistics: Pick<TrialStatistics, 'sites' | 'trial_strata'>,
): RealShares | null => {
  const bySite = new Map(statistics.sites.map(({ id, count }) => [id, count]))
  const byOption = new Map(
    statistics.trial_strata.flatMap(({ options }) => options.map(({ id, count }) => [id, count] as const)),
  )
  const counted = trial.sites.map(({ id, is_deleted }) => ({ count: bySite.get(id), is_deleted }))
  const met = counted.filter(({ count, is_deleted }) => !is_deleted || count !== 0)
  const sites = met.map(({ count }) => count)
  const options = trial.trial_strata.map(({ trial_stratum_options }) =>
    trial_stratum_options.map(({ id }) => byOption.get(id)),
  )
  const participants = sites.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  const isWhole = sites.every(isCounted) && options.every((counts) => counts.every(isCounted) && counts.some(isMet))
  if (participants === 0 || !isWhole) return null
  return {
    participants,
    sites: sites.filter(isCounted),
    has_closed_sites: met.some(({ is_deleted }) => is_deleted),
    options: options.map((counts) => counts.filter(isCounted)),
  }
}

const isCounted = (count: number | undefined): count is number => count !== undefined
const isMet = (count: number | undefined): boolean => (count ?? 0) > 0
