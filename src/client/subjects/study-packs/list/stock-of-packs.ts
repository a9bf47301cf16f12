import type { Trial, TrialStatistics } from '#contract/trials'
import { isLowStock } from '#domain/study-packs/low-stock'
import { isAllocatable, isAtPlaceOfUse, STUDY_PACK_STATUSES, studyPackStatusOfId } from '#domain/study-packs/study-pack'
import { stockCountOf, stockBySite } from '../../trials/trial/overview/stock-lines'
import type { PackFromServerOrStore } from '../pack-from-server-or-store'

/** A place where allocatable packs run low: a site, a study group, or the trial as a whole. */
export type LowStock = {
  key: string
  name: string
  active: number
  /** Its alert level; null where it has none and no packs are left. */
  alert_at: number | null
  /** The site to look at, if it is one. */
  site_id: number | null
}

type Stock = TrialStatistics['study_packs']
type StockedTrial = Pick<Trial, 'sites' | 'study_groups' | 'is_site_managing_packs' | 'pack_alert_level'>

/**
 * The low stocks on a day in the trial's zone: the trial first, then its sites, those with the fewest allocatable packs
 * first, then the study groups without any, where the packs show their groups. Levels count as far as the viewer sees
 * them.
 */
export const lowStock = (packs: readonly PackFromServerOrStore[], trial: StockedTrial, today: string): LowStock[] => {
  const stock = stockOf(
    packs.filter((pack) => isAllocatable(pack, today) && isAtPlaceOfUse(pack, trial)),
    trial,
  )
  return [...lowTrial(stock, trial), ...lowSites(stock, trial), ...bareGroups(packs, stock, trial)]
}

const lowTrial = (stock: Stock, { pack_alert_level: alert_at = null }: StockedTrial): LowStock[] => {
  const active = stock.reduce((sum, { counts }) => sum + stockCountOf(counts, 'active'), 0)
  return isLowStock(active, alert_at)
    ? [{ key: 'trial', name: 'The whole trial', active, alert_at, site_id: null }]
    : []
}

const lowSites = (stock: Stock, trial: StockedTrial): LowStock[] =>
  stockBySite(stock, trial).flatMap(({ key, name, counts, isLow }) => {
    const site = trial.sites.find(({ id }) => String(id) === key)
    if (site === undefined || site.is_deleted) return []
    const active = stockCountOf(counts, 'active')
    const hasRunOut = trial.is_site_managing_packs && active === 0
    if (!isLow && !hasRunOut) return []
    return [{ key: `site ${key}`, name, active, alert_at: site.low_pack_level ?? null, site_id: site.id }]
  })

/**
 * The study groups without packs in the trial; where sites manage their packs, also those without packs at a site that
 * has packs of others: nobody can be randomised there.
 */
const bareGroups = (packs: readonly PackFromServerOrStore[], stock: Stock, trial: StockedTrial): LowStock[] => {
  // Whoever sees no pack does not know of the others', nor whether packs would show their groups.
  if (packs.length === 0 || packs.some(({ study_group }) => study_group === undefined)) return []
  const groups = trial.study_groups.flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name }]))
  const has = (place: Stock[number], groupId: number): boolean =>
    place.study_groups?.some(({ id, counts }) => id === groupId && stockCountOf(counts, 'active') > 0) ?? false
  const none = { active: 0, alert_at: null }
  return groups.flatMap(({ id, name }): LowStock[] => {
    if (!stock.some((place) => has(place, id))) return [{ ...none, key: `group ${id}`, name, site_id: null }]
    if (!trial.is_site_managing_packs) return []
    return trial.sites.flatMap((site) => {
      const place = stock.find((one) => one.site?.id === site.id)
      if (site.is_deleted || place === undefined || has(place, id)) return []
      return [{ ...none, key: `group ${id} site ${site.id}`, name: `${name} at ${site.title}`, site_id: site.id }]
    })
  })
}

/**
 * Allocatable packs, counted like the trial's figures: by site, status, and study group where each pack shows its own.
 */
const stockOf = (packs: readonly PackFromServerOrStore[], trial: StockedTrial): Stock => {
  const sites = new Map<number | null, Map<number, GroupStock>>()
  const counted = new Map<number | null, Counts>()
  for (const { site_id, study_pack_status_id, study_group } of packs) {
    add(entry(counted, site_id, noPacks), study_pack_status_id)
    if (study_group === undefined) continue
    const groups = entry(sites, site_id, () => new Map())
    add(entry(groups, study_group.id, () => ({ ...study_group, counts: noPacks() })).counts, study_pack_status_id)
  }
  return [...counted].map(([site_id, counts]) => ({
    site: site_id === null ? null : { id: site_id, title: titleOf(trial, site_id) },
    counts,
    allocatable: stockCountOf(counts, 'active'),
    ...groupsAt(sites.get(site_id)),
  }))
}

type Counts = Record<string, number>
type GroupStock = { id: number; name: string; counts: Counts }

/** By study group where the packs show theirs: for one viewer all do, or none. */
const groupsAt = (groups: ReadonlyMap<number, GroupStock> | undefined) =>
  groups === undefined
    ? {}
    : {
        study_groups: [...groups.values()].map((group) => ({
          ...group,
          allocatable: stockCountOf(group.counts, 'active'),
        })),
      }

const noPacks = (): Counts => Object.fromEntries(STUDY_PACK_STATUSES.map(({ key }) => [key, 0]))

const add = (counts: Counts, statusId: number): void => {
  const key = studyPackStatusOfId(statusId)?.key
  if (key !== undefined) counts[key] = (counts[key] ?? 0) + 1
}

const entry = <K, V>(map: Map<K, V>, key: K, make: () => V): V => {
  const before = map.get(key)
  if (before !== undefined) return before
  const made = make()
  map.set(key, made)
  return made
}

const titleOf = ({ sites }: StockedTrial, siteId: number): string =>
  sites.find(({ id }) => id === siteId)?.title ?? `Site ${siteId}`
