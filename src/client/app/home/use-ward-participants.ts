import type { StoredParticipant } from '#contract/stored-answers'
import type { Participant } from '#contract/participants'
import { useQueries } from '@tanstack/react-query'
import { asOf } from '../../api/answer-at-hand'
import { participantsQuery, participantsSnapshotQuery } from '../../api/participant-queries'
import type { ShownQuery } from '../../device/offline/query-view'
import { useIsAway } from '../../device/offline/use-connection'
import { useAllAtHand } from '../../device/offline/use-at-hand'

/** The newest participants of a trial, and those that are flagged. */
export type WardParticipants = {
  trialId: number
  newest: readonly Participant[]
  flagged: readonly Participant[]
  /** The newest participants in the store until the server answers, with their age. */
  stored: { participants: readonly StoredParticipant[]; as_of: number } | null
  isAwaited: boolean
  /** Whether neither the server nor the store has the newest ones: they are unknown, not none. */
  isNotLoaded: boolean
  /** The same of the server's lists, from which the tasks are made; a device stores neither. */
  areTasksAwaited: boolean
  areTasksNotLoaded: boolean
  /** Fetches what was not loaded again. */
  refetch: () => Promise<unknown>
}

/** The participants of each of these trials for home. */
export const useWardParticipants = (trialIds: readonly number[]): WardParticipants[] => {
  const isAway = useIsAway()
  const newest = useQueries({ queries: trialIds.map((id) => participantsQuery(id, {})) })
  const flagged = useQueries({ queries: trialIds.map((id) => participantsQuery(id, { flag_status: 'Flagged' })) })
  const isMissing = (query: ShownQuery | undefined) =>
    query?.data === undefined && (query?.isFetched === true || isAway)
  const unanswered = trialIds.filter((_, place) => isMissing(newest[place]))
  const stored = useAllAtHand(unanswered.map(participantsSnapshotQuery))
  return trialIds.map((trialId, place) => {
    const snapshot = stored[unanswered.indexOf(trialId)]
    const among = snapshot?.data
    const ofServer = [newest[place], flagged[place]]
    const participants = among?.answer.data.toReversed().slice(0, NEWEST)
    return {
      trialId,
      newest: newest[place]?.data?.data ?? [],
      flagged: flagged[place]?.data?.data ?? [],
      stored: participants === undefined || among === undefined ? null : { participants, as_of: asOf(among) },
      isAwaited: snapshot === undefined ? newest[place]?.data === undefined : !snapshot.isFetched,
      isNotLoaded: snapshot?.isFetched === true && among === undefined,
      areTasksAwaited: ofServer.some((query) => query?.data === undefined && !isMissing(query)),
      areTasksNotLoaded: ofServer.some(isMissing),
      refetch: () =>
        Promise.all(
          [...ofServer, snapshot].flatMap((query) => (query && query.data === undefined ? query.refetch() : [])),
        ),
    }
  })
}

/** The size of a page of the server's list. */
const NEWEST = 10
