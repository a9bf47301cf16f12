import { readStoredStudyPacks, type StoredStudyPacks } from '#contract/stored-answers'
import { packsDispensedHere } from '#offline/overlay'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { useQueriesOrStored } from '../../../device/offline/use-queries-or-stored'
import { useOutbox } from '../../../device/outbox/use-outbox'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'

/** How often packs are asked for while a page with a queue stands open, in milliseconds. */
const REFRESH_MS = 60_000

/** What the queue shows and needs of a trial. */
export type QueueTrial = Pick<PacksTrial, 'id' | 'title' | 'sites' | 'selected_timezone' | 'is_participant_id_used'>

/** The packs of a trial that somebody may dispense in; null until the server or the store of this device has answered. */
export type InventoryOf = {
  trial: QueueTrial
  packs: readonly PackFromServerOrStore[] | null
  /** The packs that were dispensed on this device since. */
  dispensed: ReadonlySet<number>
  as_of: number
  isUnconfirmed: boolean
  isFailed: boolean
}

/** The packs of several trials, each from the server or what this device stores of it. */
export const useInventories = (trials: readonly QueueTrial[]): InventoryOf[] => {
  const { own } = useOutbox()
  const answers = useQueriesOrStored(
    trials.map(({ id }) => studyPacksQuery(id)),
    readStoredStudyPacks,
    { refetchInterval: REFRESH_MS },
  )
  return trials.flatMap((trial, place) => {
    const found = answers[place]
    if (found === undefined) return []
    const { query, answer, as_of, isUnconfirmed } = found
    const packs = answer === null ? null : packsOf(answer)
    const isFailed = packs === null && query.isError
    return [{ trial, packs, dispensed: packsDispensedHere(own, as_of), as_of, isUnconfirmed, isFailed }]
  })
}

type Batches = { data: readonly { study_packs: readonly PackFromServerOrStore[] }[] } | StoredStudyPacks

const packsOf = (answer: Batches): readonly PackFromServerOrStore[] =>
  answer.data.flatMap(({ study_packs }: { study_packs: readonly PackFromServerOrStore[] }) => study_packs)
