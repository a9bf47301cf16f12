import { scanVerdict, type ScanContext } from '#domain/study-packs/scan-verdict'
import { useMemo } from 'react'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { packsToDispense, type PackToDispense } from '../queue/packs-to-dispense'
import type { Inventory } from '../use-inventory'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'

/** What comes after a pack: the next one of the trial's queue. */
export type NextPack = { pack: PackToDispense }

/**
 * The next pack of the trial that waits to be dispensed, another one of the same participant first; null where none waits. A pack
 * that a scan would stop is never offered.
 */
export const useNextPack = (
  trial: PacksTrial,
  inventory: Inventory,
  current: Pick<PackFromServerOrStore, 'id' | 'participant'>,
  context: ScanContext,
): NextPack | null => {
  const dispensed = usePacksDispensedHere(inventory.as_of)
  const queue = useMemo(
    () => packsToDispense({ trial, packs: inventory.packs, dispensed }),
    [trial, inventory.packs, dispensed],
  )
  return nextPack(queue, inventory.packs, current, context)
}

/** The same out of the queue and the packs. */
export const nextPack = (
  queue: readonly PackToDispense[],
  packs: readonly PackFromServerOrStore[],
  current: Pick<PackFromServerOrStore, 'id' | 'participant'>,
  context: ScanContext,
): NextPack | null => {
  const byId = new Map(packs.map((pack) => [pack.id, pack]))
  // For whoever it is allocated to, not for the participant from whose page the last one was begun.
  const isRight = ({ id }: PackToDispense) => {
    const pack = byId.get(id)
    return pack !== undefined && scanVerdict(pack, { ...context, recipient: null }).kind === 'right'
  }
  const waiting = queue.filter((pack) => pack.id !== current.id && isRight(pack))
  const number = current.participant?.trial_sequence_no
  const pack = waiting.find(({ participant }) => participant.trial_sequence_no === number) ?? waiting[0]
  return pack === undefined ? null : { pack }
}
