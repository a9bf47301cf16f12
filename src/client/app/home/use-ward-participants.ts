import type { StoredParticipant } from '#contract/stored-answers'
import type { Participant } from '#contract/participants'
import { useQueries } from '@tanstack/react-query'
import { asOf } from '../../api/answer-at-hand'
import { participantsQuery, participantsSnapshotQuery } from '../../api/participant-queries'
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
}

/** The participants of each of these trials for home. */
export const useWardParticipants = (trialIds: readonly number[]): WardParticipants[] => {
  const isAway = useIsAway()
  const newest = useQueries({ queries: trialIds.map((id) => participantsQuery(id, {})) })
  const flagged = useQueries({ queries: trialIds.map((id) => participantsQuery(id, { flag_status: 'Flagged' })) })
  const unanswered = trialIds.filter((_, place) => {
    const { data, isError } = newest[place] ?? {}
    return data === undefined && (isError === true || isAway)
  })
  const stored = useAllAtHand(unanswered.map(participantsSnapshotQuery))
  return trialIds.map((trialId, place) => {
    const among = stored[unanswered.indexOf(trialId)]?.data
    const participants = among?.answer.data.toReversed().slice(0, NEWEST)
    return {
      trialId,
      newest: newest[place]?.data?.data ?? [],
      flagged: flagged[place]?.data?.data ?? [],
      stored: participants === undefined || among === undefined ? null : { participants, as_of: asOf(among) },
      isAwaited: newest[place]?.data === undefined && !unanswered.includes(trialId),
    }
  })
}

/** The size of a page of the server's list. */
const NEWEST = 10
