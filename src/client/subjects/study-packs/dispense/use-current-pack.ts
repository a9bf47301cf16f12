import type { StudyPack } from '#contract/study-packs'
import { isWordOfNow } from '#domain/this-device/offline-rules'
import { packsAfter } from '#offline/overlay'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf, isAnswerLost } from '../../../api/failure'
import { studyPackQuery } from '../../../api/study-pack-queries'
import { requestTimeOf } from '../../../device/offline/use-at-hand'
import { useRefetchWhenStale } from '../../../device/offline/use-refetch-when-stale'
import { useIsAway } from '../../../device/offline/use-connection'
import { useIsOverdue } from '../../../device/offline/use-is-overdue'
import { useNow } from '../../../device/offline/use-now'
import type { PackAsOf, PacksTrial } from '../pack-from-server-or-store'
import { usePacksDispensedHere } from '../use-packs-dispensed-here'
import { latestOfPack } from './latest-of-pack'

/** How often the pack is asked for while a second person is awaited, in milliseconds. */
const WAITING_MS = 3000

/** How often it is asked for otherwise, in milliseconds, so that the server's answer stays recent. */
const REFRESH_MS = 30_000

/**
 * A pack, from the server or the store. `isConfirmedByServer`: the server's answer is recent, and the server can be reached.
 * `isRefetching`: the answer is no longer recent, and another is awaited for a while.
 */
export type CurrentPack = PackAsOf & { isConfirmedByServer: boolean; isRefetching: boolean }

/**
 * The server's answer, or the stored one while the server is slow or away. Null while the answer is awaited; `query` has the
 * server's refusal.
 */
export const useCurrentPack = (
  trial: Pick<PacksTrial, 'id' | 'is_dispense_checked'>,
  listed: PackAsOf,
): { currentPack: CurrentPack | null; query: UseQueryResult<StudyPack> } => {
  const isAway = useIsAway()
  const query = useQuery({
    ...studyPackQuery(trial.id, listed.pack.id),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (trial.is_dispense_checked && isUnchecked(state.data) ? WAITING_MS : REFRESH_MS),
  })
  // An earlier answer may be old: a pack is judged by the server's current one.
  const isAnswered = query.isFetchedAfterMount && query.isSuccess
  // Where a second person has to confirm, nothing can be done without the server.
  const isLate = useIsOverdue(!isAnswered) && !trial.is_dispense_checked
  const failure = failureOf(query.error)
  const isRefused = failure !== null && !isAnswerLost(failure)

  const { data, dataUpdatedAt, refetch } = query
  const now = useNow()
  const isRecent = isWordOfNow(now - dataUpdatedAt)
  const isRefetching = useRefetchWhenStale(isAnswered && !isRecent && !isAway, () => refetch({ cancelRefetch: false }))
  const best = latestOfPack(data === undefined ? null : { pack: data, as_of: requestTimeOf(query) }, listed, now)
  const dispensed = usePacksDispensedHere(best.as_of)
  const [pack = best.pack] = packsAfter([best.pack], dispensed)
  const [wasShown, setWasShown] = useState(false)
  // Input, or a dispense just recorded, stays on the screen while the server is asked again.
  const isShown = isAnswered || (!isRefused && (wasShown || isAway || isLate || query.isError))
  if (isShown && !wasShown) setWasShown(true)
  const isConfirmedByServer = isAnswered && isRecent && !isAway
  return { currentPack: isShown ? { pack, as_of: best.as_of, isConfirmedByServer, isRefetching } : null, query }
}

const isUnchecked = (pack: StudyPack | undefined): boolean => (pack?.checked_by_user ?? null) === null
