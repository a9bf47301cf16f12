import type { listParticipants } from '#contract/participants'
import type { SentQuery } from '#contract/endpoint'
import { pageOf } from '#contract/fields'
import type { StoredParticipant, StoredParticipants } from '#contract/stored-answers'
import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { participantsQuery, participantsSnapshotQuery } from '../../../api/participant-queries'
import { useAtHandOr } from '../../../device/offline/use-at-hand'
import { participantsSearch } from '../participants-search'

type Search = SentQuery<typeof listParticipants>
type Shown = ReturnType<typeof participantsSearch.read>

/** One page of a trial's participants: the server's, or the same page of those that this device stores. */
export const useParticipants = (trialId: number, search: Search) => {
  const page = useQuery({ ...participantsQuery(trialId, search), placeholderData: keepPreviousData })
  return useAtHandOr(page, participantsSnapshotQuery(trialId), ({ data }: Pick<StoredParticipants, 'data'>) =>
    pageOfStored(data, participantsSearch.read(search)),
  )
}

/** Searches, filters, orders and pages stored participants as the server does. The order of their numbers is also that of their dates. */
export const pageOfStored = (participants: readonly StoredParticipant[], shown: Shown) => {
  const { page, page_size } = shown
  const matching = participants
    .filter((participant) => isFound(participant, shown))
    .toSorted(
      (one, other) =>
        (shown.sort === 'participant_id' ? byParticipantId(one, other) : 0) ||
        one.trial_sequence_no - other.trial_sequence_no,
    )
  const ordered = shown.order === 'desc' ? matching.toReversed() : matching
  return pageOf(ordered.slice((page - 1) * page_size, page * page_size), shown, matching.length)
}

const byParticipantId = (one: StoredParticipant, other: StoredParticipant): number => {
  const [id, otherId] = [one, other].map(({ participant_id }) => comparableParticipantId(participant_id ?? ''))
  if (id === otherId || id === undefined || otherId === undefined) return 0
  return id < otherId ? -1 : 1
}

const isFound = (participant: StoredParticipant, { q, flag_status, site_id }: Shown): boolean =>
  (flag_status === undefined || participant.flag_status.name === flag_status) &&
  (site_id === undefined || String(participant.site_id) === String(site_id)) &&
  (q === '' ||
    String(participant.trial_sequence_no) === q ||
    (participant.participant_id ?? '').toLowerCase().includes(q.toLowerCase()))
