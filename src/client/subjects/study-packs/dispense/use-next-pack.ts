import type { ScanContext } from '#domain/study-packs/scan-verdict'
import { pendingTargets } from '#offline/overlay'
import { studyPackTarget } from '#offline/targets'
import { useMemo } from 'react'
import { useStore } from '../../../browser/store'
import { deviceOutbox } from '../../../device/outbox/device-outbox'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { packsToDispense, type PackToDispense } from '../queue/packs-to-dispense'
import type { Inventory } from '../use-inventory'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'
import { nextPack } from './next-pack'

/**
 * The next pack of the trial that waits to be dispensed, from the server or the store; null where none waits. A pack with an
 * unfinished action on this device, whoever made it, would only stop the page.
 */
export const useNextPack = (
  trial: PacksTrial,
  inventory: Inventory,
  current: Pick<PackFromServerOrStore, 'id' | 'site_id' | 'participant'>,
  context: ScanContext,
): PackToDispense | null => {
  const dispensed = usePacksDispensedHere(inventory.as_of)
  const pending = useStore(deviceOutbox.view, ({ content }) => [...pendingTargets(content.entries)].join(' '))
  const queue = useMemo(() => {
    const targets = new Set(pending.split(' '))
    return packsToDispense({ trial, packs: inventory.packs, dispensed }).filter(
      ({ id }) => !targets.has(studyPackTarget(id)),
    )
  }, [trial, inventory.packs, dispensed, pending])
  return nextPack(queue, inventory.packs, current, context)
}
