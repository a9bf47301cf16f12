import { STUDY_PACK_STATUSES } from './study-pack'
import type { PackOrder, PackSort } from './study-pack-sorts'

/** The fields of a pack by which a list is sorted. */
export type PlacedPack = {
  pack_id: string
  batch_id: string
  study_pack_status_id: number
  site_id: number | null
  duration: number | null
  last_allocation_date: string | null
  participant?: { trial_sequence_no: number } | undefined
}

/** The title of a site by its id; null for no site. */
type SiteTitle = (siteId: number | null) => string | null

/**
 * Packs in an order. `packs` are sorted by batch and pack ID, which decides between equals; a pack without a value
 * comes last either way. Each pack is read once before they are compared: there may be twenty thousand.
 */
export const orderPacks = <Pack extends PlacedPack>(
  packs: readonly Pack[],
  { sort, order }: PackOrder,
  siteTitle: SiteTitle,
): readonly Pack[] => {
  if (sort === 'batch' && order === 'asc') return packs
  const keyOf = sort === 'batch' ? batchRank(packs) : KEYS[sort](siteTitle)
  const sign = order === 'asc' ? 1 : -1
  return packs
    .map((pack) => ({ pack, key: keyOf(pack) }))
    .sort((one, other) => {
      if (one.key === other.key) return 0
      if (one.key === null) return 1
      if (other.key === null) return -1
      return one.key < other.key ? -sign : sign
    })
    .map(({ pack }) => pack)
}

type Key = (pack: PlacedPack) => string | number | null

/** Batches in the order in which they come. */
const batchRank = (packs: readonly PlacedPack[]): Key => {
  const ranks = new Map<string, number>()
  for (const { batch_id } of packs) if (!ranks.has(batch_id)) ranks.set(batch_id, ranks.size)
  return ({ batch_id }) => ranks.get(batch_id) ?? null
}

const STATUS_PLACES = new Map<number, number>(STUDY_PACK_STATUSES.map(({ id }, place) => [id, place]))

const KEYS: Record<Exclude<PackSort, 'batch'>, (siteTitle: SiteTitle) => Key> = {
  pack_id:
    () =>
    ({ pack_id }) =>
      pack_id.toLowerCase(),
  status:
    () =>
    ({ study_pack_status_id }) =>
      STATUS_PLACES.get(study_pack_status_id) ?? null,
  site: (siteTitle) => {
    const titles = new Map<number | null, string | null>()
    return ({ site_id }) => {
      if (!titles.has(site_id)) titles.set(site_id, siteTitle(site_id)?.toLowerCase() ?? null)
      return titles.get(site_id) ?? null
    }
  },
  duration:
    () =>
    ({ duration }) =>
      duration,
  last_allocation_date:
    () =>
    ({ last_allocation_date }) =>
      last_allocation_date,
  participant:
    () =>
    ({ participant }) =>
      participant?.trial_sequence_no ?? null,
}
