import { isLowStock } from '#domain/study-packs/low-stock'
import { isAllocatable } from '#domain/study-packs/study-pack'
import { packsAfter } from '#offline/overlay'
import { shortTitle } from '../../../ui/short-title'
import { todayIn } from '../../../ui/format-time'
import type { InventoryOf } from '../queue/use-inventories'
import { siteTitlesOf } from '../site-titles'

/** The packs of a trial at a site that can still be allocated. */
export type StockRow = {
  key: string
  trial: { id: number; name: string }
  /** Null where the packs are at no site. */
  site: string | null
  allocatable: number
  /** The level at which people are alerted; null where there is none or it is not stored. */
  alert_at: number | null
  isLow: boolean
  /** The day on which the first of them expire, and how many; null where none ever does. */
  expiry: { on: string; count: number } | null
}

type Stocked = Pick<InventoryOf, 'trial' | 'packs' | 'dispensed'>

/** The stock of several trials by site: low ones first, then those with the fewest packs. */
export const stockRows = (inventories: readonly Stocked[], now: number): StockRow[] =>
  inventories
    .flatMap((inventory) => rowsOf(inventory, now))
    .toSorted(
      (one, other) =>
        Number(other.isLow) - Number(one.isLow) ||
        one.allocatable - other.allocatable ||
        one.key.localeCompare(other.key),
    )

const rowsOf = ({ trial, packs, dispensed }: Stocked, now: number): StockRow[] => {
  const today = todayIn(trial.selected_timezone, now)
  const titleOf = siteTitlesOf(trial)
  const shown = packsAfter(packs ?? [], dispensed)
  return [...new Set(shown.map(({ site_id }) => site_id))].flatMap((siteId) => {
    const site = trial.sites.find(({ id }) => id === siteId)
    // A participant's pack may be stored at a site out of the person's reach, whose stock they do not see.
    if (siteId !== null && (site === undefined || site.is_deleted)) return []
    const stock = shown.filter((pack) => pack.site_id === siteId && isAllocatable(pack, today))
    const alert_at = site?.low_pack_level ?? null
    const days = stock.flatMap(({ expire_on }) => expire_on ?? []).toSorted()
    const [first] = days
    return {
      key: `${trial.id} ${siteId ?? ''}`,
      trial: { id: trial.id, name: shortTitle(trial.title).name },
      site: titleOf(siteId),
      allocatable: stock.length,
      alert_at,
      isLow: stock.length === 0 || isLowStock(stock.length, alert_at),
      expiry: first === undefined ? null : { on: first, count: days.filter((day) => day === first).length },
    }
  })
}
