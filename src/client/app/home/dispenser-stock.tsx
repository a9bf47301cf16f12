import { useServerNow } from '../../device/offline/use-now'
import { useOutbox } from '../../device/outbox/use-outbox'
import { todayIn } from '../../ui/format-time'
import type { InventoryOf } from '../../subjects/study-packs/queue/use-inventories'
import { DispensedHere } from '../../subjects/study-packs/stock/dispensed-here'
import { dispensedRows } from '../../subjects/study-packs/stock/dispensed-rows'
import { StockAtSites } from '../../subjects/study-packs/stock/stock-at-sites'
import { stockRows } from '../../subjects/study-packs/stock/stock-rows'
import { HomeSection } from './home-section'

/** How many of the last dispensed packs are shown. */
const SHOWN = 5

/** The packs left to dispense, and those last dispensed on this device. */
export function DispenserStock({ inventories }: { inventories: readonly InventoryOf[] }) {
  const { own } = useOutbox()
  const now = useServerNow()
  const stock = stockRows(inventories, now)
  const dispensed = dispensedRows(own, inventories).slice(0, SHOWN)
  const [first] = inventories
  if (first === undefined) return null
  return (
    <>
      {stock.length > 0 && (
        <HomeSection title="Stock" note="packs that can be allocated">
          <StockAtSites rows={stock} today={todayIn(first.trial.selected_timezone, now)} />
        </HomeSection>
      )}
      {dispensed.length > 0 && (
        <HomeSection title="Last dispensed" note="on this tablet, within a day">
          <DispensedHere rows={dispensed} />
        </HomeSection>
      )}
    </>
  )
}
