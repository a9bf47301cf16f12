import type { ScanContext } from '#domain/study-packs/scan-verdict'
import { useMemo } from 'react'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { packsToDispense, type PackToDispense } from '../queue/packs-to-dispense'
import type { Inventory } from '../use-inventory'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'
import { nextPack } from './next-pack'

/** The next pack of the trial that waits to be dispensed, from the server or the store; null where none waits. */
export const useNextPack = (
  trial: PacksTrial,
  inventory: Inventory,
  current: Pick<PackFromServerOrStore, 'id' | 'site_id' | 'participant'>,
  context: ScanContext,
): PackToDispense | null => {
  const dispensed = usePacksDispensedHere(inventory.as_of)
  const queue = useMemo(
    () => packsToDispense({ trial, packs: inventory.packs, dispensed }),
    [trial, inventory.packs, dispensed],
  )
  return nextPack(queue, inventory.packs, current, context)
}
