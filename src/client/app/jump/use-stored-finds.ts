import { MAX_FOUND } from '#contract/search'
import { IconPackage, IconStethoscope, IconUser } from '@tabler/icons-react'
import { SAVING_BUDGET } from '#domain/this-device/offline-readiness'
import { participantsSnapshotQuery } from '../../api/participant-queries'
import { studyPacksQuery } from '../../api/study-pack-queries'
import { asOf } from '../../api/answer-at-hand'
import { activeTrialsQuery } from '../../api/trial-queries'
import { useAllAtHand } from '../../device/offline/use-at-hand'
import { paths } from '../../paths'
import type { FindName } from '../../session/recent-finds'
import { shortTitle } from '../../ui/short-title'
import type { JumpGroup, JumpItem } from './jump-item'

type StoredFinds = { records: readonly JumpGroup[]; others: readonly JumpGroup[]; as_of: number | null }

/**
 * Searches the trials, participants and packs that this device stores. Each leads to its trial's list, which is shown from the store
 * too. Nothing is read while the server can be asked.
 */
export const useStoredFinds = (typed: string, recent: readonly FindName[], isAway: boolean): StoredFinds => {
  const [list] = useAllAtHand(isAway ? [activeTrialsQuery] : [])
  const trials = (list?.data?.answer.data ?? []).slice(0, SAVING_BUDGET.trials_saved)
  const people = useAllAtHand(trials.map(({ id }) => participantsSnapshotQuery(id)))
  const packs = useAllAtHand(trials.map(({ id }) => studyPacksQuery(id)))
  const participantItems = trials.flatMap((trial, index) =>
    [...(people[index]?.data?.answer.data ?? [])].toReversed().map((one): JumpItem => {
      const label = one.participant_id ?? `Participant ${one.trial_sequence_no}`
      return {
        id: `participant-${one.id}`,
        label,
        description: `${shortTitle(trial.title).name}, participant ${one.trial_sequence_no}`,
        icon: IconUser,
        to: { ...paths.participants(trial.id), search: { q: one.participant_id ?? String(one.trial_sequence_no) } },
        recent: `participant-${one.id}`,
      }
    }),
  )
  const packItems = trials.flatMap((trial, index) =>
    batchesOf(packs[index]?.data?.answer)
      .flatMap(({ study_packs }) => study_packs)
      .map((pack): JumpItem => ({
        id: `study_pack-${pack.id}`,
        label: `Pack ${pack.pack_id}`,
        description: shortTitle(trial.title).name,
        icon: IconPackage,
        to: { ...paths.studyPacks(trial.id), search: { q: pack.pack_id } },
        recent: `study_pack-${pack.id}`,
      })),
  )
  const trialItems = trials.map((trial): JumpItem => ({
    id: `trial-${trial.id}`,
    label: trial.title,
    description: `Trial ${trial.id}, ${trial.trial_status.name}`,
    icon: IconStethoscope,
    to: paths.trial(trial.id),
    recent: `trial-${trial.id}`,
  }))
  const ages = [list, ...people, ...packs].flatMap((at) => (at?.data ? [asOf(at.data)] : []))
  return {
    records: [
      groupOf('Participants', matching(participantItems, typed, recent)),
      groupOf('Study packs', matching(packItems, typed, recent)),
    ],
    others: [groupOf('Trials', typed === '' ? trialItems : matching(trialItems, typed, recent))],
    as_of: ages.length === 0 ? null : Math.min(...ages),
  }
}

type Batches = { data: readonly { study_packs: readonly { id: number; pack_id: string }[] }[] }

const batchesOf = (packs: Batches | undefined) => packs?.data ?? []

/** Those whose label contains a text, the recent ones first; without a text the recent ones alone. */
const matching = (items: readonly JumpItem[], typed: string, recent: readonly FindName[]): JumpItem[] => {
  const isRecent = ({ recent: name }: JumpItem) => name !== undefined && recent.includes(name)
  const matches = ({ label }: JumpItem) => label.toLowerCase().includes(typed.toLowerCase())
  return items
    .filter(typed === '' ? isRecent : matches)
    .toSorted((one, other) => Number(isRecent(other)) - Number(isRecent(one)))
}

const groupOf = (title: string, items: readonly JumpItem[]): JumpGroup => ({
  title,
  items: items.slice(0, MAX_FOUND),
  hasMore: items.length > MAX_FOUND,
})
