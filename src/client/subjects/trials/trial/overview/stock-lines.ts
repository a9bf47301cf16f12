import type { Trial, TrialStatistics } from '#contract/trials'
import { isLowStock } from '#domain/study-packs/low-stock'
import { STUDY_PACK_STATUSES } from '#domain/study-packs/study-pack'

type Stock = TrialStatistics['study_packs']
export type StockCounts = Stock[number]['counts']

/**
 * Packs of a site, of a study group or of both, by status, and how many can still be allocated. `isLow` where these are no more than
 * the level that the site was given, and the site takes part: the stock of others is not refilled.
 */
export type StockLine = { key: string; name: string; counts: StockCounts; allocatable: number; isLow: boolean }

type StockedTrial = Pick<Trial, 'sites' | 'is_site_managing_packs'>

/**
 * One line for each site: the low ones first, then those with the fewest packs that can be allocated, then deleted sites, packs at no site
 * last. Where sites manage their packs, one that has none at all has the fewest.
 */
export const stockBySite = (stock: Stock, trial: StockedTrial): StockLine[] => {
  const stocked = new Set(stock.map(({ site }) => site?.id))
  const deleted = new Set(trial.sites.filter(({ is_deleted }) => is_deleted).map(({ id }) => String(id)))
  const bare = trial.is_site_managing_packs
    ? trial.sites.filter(({ id, is_deleted }) => !is_deleted && !stocked.has(id))
    : []
  const lines = [...stock, ...bare.map((site) => ({ site, counts: {}, allocatable: 0 }))].map(
    ({ site, counts, allocatable }) => ({
      key: String(site?.id ?? NOWHERE),
      name: site?.title ?? AT_NO_SITE,
      counts,
      allocatable,
      isLow:
        !deleted.has(String(site?.id)) &&
        isLowStock(allocatable, trial.sites.find(({ id }) => id === site?.id)?.low_pack_level ?? null),
    }),
  )
  return lines.sort(
    (a, b) =>
      Number(a.key === NOWHERE) - Number(b.key === NOWHERE) ||
      Number(deleted.has(a.key)) - Number(deleted.has(b.key)) ||
      Number(b.isLow) - Number(a.isLow) ||
      a.allocatable - b.allocatable ||
      Number(a.key) - Number(b.key),
  )
}

/** One line for each study group, those with the fewest packs that can be allocated first; null where the viewer may not know the groups. */
export const stockByGroup = (stock: Stock): StockLine[] | null => {
  const lines = new Map<number, StockLine>()
  for (const { study_groups } of stock) {
    if (study_groups === undefined) return null
    for (const { id, name, counts, allocatable } of study_groups) {
      const before = lines.get(id) ?? { counts: {}, allocatable: 0 }
      const sum = { counts: sumOf([before.counts, counts]), allocatable: before.allocatable + allocatable }
      lines.set(id, { key: String(id), name, ...sum, isLow: false })
    }
  }
  // Without packs it is unknown whether the viewer may know the groups.
  if (lines.size === 0) return null
  return [...lines.values()].sort((a, b) => a.allocatable - b.allocatable || Number(a.key) - Number(b.key))
}

/** One line for each study group at each site, the fewest packs that can be allocated first; none for who may not know the groups. */
export const stockBySiteAndGroup = (stock: Stock): StockLine[] =>
  stock
    .flatMap(({ site, study_groups = [] }) =>
      study_groups.map(({ id, name, counts, allocatable }) => ({
        key: `${site?.id ?? NOWHERE}-${id}`,
        name: `${site?.title ?? AT_NO_SITE}, ${name}`,
        counts,
        allocatable,
        isLow: false,
      })),
    )
    .sort((a, b) => a.allocatable - b.allocatable)

/** All packs by status, in the order of the list of statuses. */
export const stockByStatus = (stock: Stock): { name: string; count: number }[] => {
  const counts = sumOf(stock.map((line) => line.counts))
  return STUDY_PACK_STATUSES.map(({ key, name }) => ({ name, count: stockCountOf(counts, key) }))
}

/** A status that is not counted has no packs. */
export const stockCountOf = (counts: StockCounts, key: string): number => counts[key] ?? 0

const NOWHERE = 'none'
const AT_NO_SITE = 'Without a site'

const sumOf = (all: readonly StockCounts[]): StockCounts =>
  Object.fromEntries(
    STUDY_PACK_STATUSES.map(({ key }) => [key, all.reduce((sum, counts) => sum + stockCountOf(counts, key), 0)]),
  )
