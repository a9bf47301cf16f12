import type { StoredTrials } from '#contract/stored-answers'
import { IconStethoscope } from '@tabler/icons-react'
import { useMemo } from 'react'
import { asOf } from '../../api/answer-at-hand'
import { participantsSnapshotQuery } from '../../api/participant-queries'
import { studyPacksQuery } from '../../api/study-pack-queries'
import { activeTrialsQuery } from '../../api/trial-queries'
import { useAllAtHand } from '../../device/offline/use-at-hand'
import { scopeOf } from '../../device/readiness/trial-readiness'
import { useStoredAges } from '../../device/readiness/use-stored-ages'
import { paths } from '../../paths'
import type { FindName } from '../../session/recent-finds'
import type { JumpGroup, JumpItem } from './jump-item'
import { groupOf, isRecent, matchingPacks, matchingParticipants } from './match-stored'
import { packItems, participantItems } from './stored-items'

type Trial = Pick<StoredTrials['data'][number], 'id' | 'title' | 'trial_status'>

export type StoredFinds = {
  records: readonly JumpGroup[]
  others: readonly JumpGroup[]
  /** Whether the store is still being read: until then no result is certainly missing. */
  isPending: boolean
  /** When the oldest searched answer was received; null where this device stores none. */
  as_of: number | null
  /** Whether this device lacks the participants of some trials. */
  isPartial: boolean
}

/**
 * Searches the trials, participants and packs that this device stores, as the server does. Each result leads to its
 * trial's list, which is shown from the store too. Without `isWanted`, it reads nothing.
 */
export const useStoredFinds = (typed: string, recent: readonly FindName[], isWanted: boolean): StoredFinds => {
  const ages = useStoredAges(isWanted)
  const [list] = useAllAtHand(isWanted ? [activeTrialsQuery] : [])
  const listed = list?.data?.answer.data
  const stored = useMemo(() => storedTrials(listed ?? [], ages ?? new Map()), [listed, ages])
  const people = useAllAtHand(stored.withPeople.map(({ id }) => participantsSnapshotQuery(id)))
  const packs = useAllAtHand(stored.withPacks.map(({ id }) => studyPacksQuery(id)))
  const peopleFound = stored.withPeople.flatMap((trial, place) => {
    const answer = people[place]?.data?.answer
    return answer === undefined ? [] : participantItems(trial, answer)
  })
  const packsFound = stored.withPacks.flatMap((trial, place) => {
    const answer = packs[place]?.data?.answer
    return answer === undefined ? [] : packItems(trial, answer)
  })
  const search = { typed, recent }
  const participants = matchingParticipants(peopleFound, search)
  const received = [list, ...people, ...packs].flatMap((at) => (at?.data ? [asOf(at.data)] : []))
  return {
    records: [
      groupOf('Participants', itemsOf(participants)),
      groupOf('Study packs', itemsOf(matchingPacks(packsFound, participants, search))),
    ],
    others: [groupOf('Trials', matchingTrials(listed ?? [], search))],
    isPending: ages === null || [list, ...people, ...packs].some((at) => at?.isPending === true),
    as_of: received.length === 0 ? null : Math.min(...received),
    isPartial: people.filter(({ data }) => data !== undefined).length < (listed?.length ?? 0),
  }
}

/** The trials of which participants or packs are stored, however many are listed before them. */
const storedTrials = (listed: readonly Trial[], ages: ReadonlyMap<string, number>) => ({
  withPeople: listed.filter(({ id }) => ages.has(scopeOf(participantsSnapshotQuery(id)))),
  withPacks: listed.filter(({ id }) => ages.has(scopeOf(studyPacksQuery(id)))),
})

const itemsOf = (found: readonly { item: JumpItem }[]): JumpItem[] => found.map(({ item }) => item)

/** Trials by part of their title or by their number, the recent ones first. */
const matchingTrials = (
  listed: readonly Trial[],
  { typed, recent }: { typed: string; recent: readonly FindName[] },
): JumpItem[] =>
  listed
    .filter(({ id, title }) => title.toLowerCase().includes(typed.toLowerCase()) || String(id) === typed)
    .map(({ id, title, trial_status }) => ({
      id: `trial-${id}`,
      label: title,
      description: `Trial ${id}, ${trial_status.name}`,
      icon: IconStethoscope,
      to: paths.trial(id),
      recent: `trial-${id}` as const,
    }))
    .toSorted((one, other) => Number(isRecent(other, recent)) - Number(isRecent(one, recent)))
