import { useMemo } from 'react'
import { asOf } from '../../api/answer-at-hand'
import { studyPacksQuery } from '../../api/study-pack-queries'
import { useAgeOf, useAtHand } from '../../device/offline/use-at-hand'
import { packsIn, type PackBatches, type PackFromServerOrStore } from './pack-from-server-or-store'

/** The packs of a trial, and when the server answered, in milliseconds since the epoch. */
export type Inventory = { packs: readonly PackFromServerOrStore[]; as_of: number }

/**
 * The packs of a trial that the viewer reaches; null while neither the server nor this device has them. `isUnconfirmed`
 * where the server cannot be asked for newer ones.
 */
export const useInventory = (trialId: number) => {
  const query = useAtHand(studyPacksQuery(trialId))
  const { data } = query
  const batches: PackBatches | undefined = data?.answer
  const packs = useMemo(() => batches && packsIn(batches), [batches])
  const inventory: Inventory | null = data === undefined || packs === undefined ? null : { packs, as_of: asOf(data) }
  const isUnconfirmed = useAgeOf(query) !== null
  return { query, inventory, isUnconfirmed }
}
