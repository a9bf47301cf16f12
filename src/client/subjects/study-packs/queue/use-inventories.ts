import { packsDispensedHere } from '#offline/overlay'
import { asOf } from '../../../api/answer-at-hand'
import { studyPacksQuery } from '../../../api/study-pack-queries'
import { useAllAtHand } from '../../../device/offline/use-at-hand'
import { useIsAway } from '../../../device/offline/use-connection'
import { useOutbox } from '../../../device/outbox/use-outbox'
import { packsIn, type PackFromServerOrStore, type PacksTrial } from '../pack-from-server-or-store'

/** How often packs are refetched while a page with a queue is open, in milliseconds. */
const REFRESH_MS = 60_000

/** The fields of a trial that the queue needs. */
export type QueueTrial = Pick<PacksTrial, 'id' | 'title' | 'selected_timezone' | 'is_participant_id_used'> & {
  /** A site's alert level is not stored. */
  sites: (PacksTrial['sites'][number] & { low_pack_level?: number | null | undefined })[]
}

/** The packs of a trial in which a person may dispense; null until the server or the store has answered. */
export type InventoryOf = {
  trial: QueueTrial
  packs: readonly PackFromServerOrStore[] | null
  /** The packs that were dispensed on this device since. */
  dispensed: ReadonlySet<number>
  as_of: number
  isUnconfirmed: boolean
  /** Until they are loaded, also while they are fetched again. */
  isFailed: boolean
  refetch: () => Promise<unknown>
}

/** Fetches the packs that could not be loaded again. */
export const refetchFailed = (inventories: readonly InventoryOf[]): Promise<unknown> =>
  Promise.all(inventories.filter(({ isFailed }) => isFailed).map(({ refetch }) => refetch()))

/** The packs of several trials, each from the server or what this device stores of it. */
export const useInventories = (trials: readonly QueueTrial[]): InventoryOf[] => {
  const { own } = useOutbox()
  const isAway = useIsAway()
  const queries = useAllAtHand(
    trials.map(({ id }) => studyPacksQuery(id)),
    { refetchInterval: REFRESH_MS },
  )
  return trials.flatMap((trial, place) => {
    const query = queries[place]
    if (query === undefined) return []
    const { data, isError, isFetched, refetch } = query
    const packs = data === undefined ? null : packsIn(data.answer)
    const as_of = data === undefined ? 0 : asOf(data)
    const isUnconfirmed = data !== undefined && (data.source === 'device' || isError || isAway)
    const isFailed = packs === null && isFetched
    return [{ trial, packs, dispensed: packsDispensedHere(own, as_of), as_of, isUnconfirmed, isFailed, refetch }]
  })
}
