import { readStoredStudyPacks } from '#contract/stored-answers'
import { useMemo } from 'react'
import { studyPacksQuery } from '../../api/study-pack-queries'
import { useAgeOf, useQueryOrStored } from '../../device/offline/use-query-or-stored'
import type { PackFromServerOrStore } from './pack-from-server-or-store'

/** The packs of a trial, and when the server told of them, in milliseconds since the epoch. */
export type Inventory = { packs: readonly PackFromServerOrStore[]; as_of: number }

/** The packs of a trial that the viewer reaches: the server's answer, or what this device keeps of it; null while there is neither. `isUnconfirmed` where the server cannot be asked whether it still holds. */
export const useInventory = (trialId: number) => {
  const { query, stored } = useQueryOrStored(studyPacksQuery(trialId), readStoredStudyPacks)
  const batches: readonly { study_packs: readonly PackFromServerOrStore[] }[] | undefined =
    stored?.answer.data ?? query.data?.data
  const packs = useMemo(() => batches?.flatMap(({ study_packs }) => study_packs), [batches])
  const as_of = stored?.as_of ?? query.dataUpdatedAt
  const inventory: Inventory | null = packs === undefined ? null : { packs, as_of }
  const isUnconfirmed = useAgeOf(query) !== null || stored !== null
  return { query, inventory, isUnconfirmed }
}
