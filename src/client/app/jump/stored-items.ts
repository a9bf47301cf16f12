import type { StoredParticipants, StoredStudyPacks } from '#contract/stored-answers'
import { comparableParticipantId } from '#domain/participants/comparable-participant-id'
import { IconPackage, IconUser } from '@tabler/icons-react'
import { paths } from '../../paths'
import { shortTitle } from '../../ui/short-title'
import type { JumpItem } from './jump-item'

type Trial = { id: number; title: string }

/** A stored record as the search offers it, with the words by which it is found. */
export type StoredItem = {
  item: JumpItem
  /** The record's own ID as it is compared, or null. */
  ownId: string | null
  /** The participant itself, or the pack's participant, by trial and number; null for an unallocated pack. */
  participant: { trial_id: number; sequence_no: number } | null
}

/** Caches the items of an answer, so that a list of thousands is not made again at each key. */
const remembered = <Answer extends object>(make: (trial: Trial, answer: Answer) => readonly StoredItem[]) => {
  const made = new WeakMap<Answer, { title: string; items: readonly StoredItem[] }>()
  return (trial: Trial, answer: Answer): readonly StoredItem[] => {
    const before = made.get(answer)
    if (before?.title === trial.title) return before.items
    const items = make(trial, answer)
    made.set(answer, { title: trial.title, items })
    return items
  }
}

/** The participants of a trial, the newest first. */
export const participantItems = remembered((trial, { data }: Pick<StoredParticipants, 'data'>) =>
  data.toReversed().map(({ id, trial_sequence_no: sequence_no, participant_id }): StoredItem => ({
    ownId: participant_id === null ? null : comparableParticipantId(participant_id),
    participant: { trial_id: trial.id, sequence_no },
    item: {
      id: `participant-${id}`,
      label: participant_id ?? `Participant ${sequence_no}`,
      description: `${shortTitle(trial.title).name}, participant ${sequence_no}`,
      icon: IconUser,
      to: { ...paths.participants(trial.id), search: { q: participant_id ?? String(sequence_no) } },
      recent: `participant-${id}`,
    },
  })),
)

type Pack = Pick<StoredStudyPacks['data'][number]['study_packs'][number], 'id' | 'pack_id' | 'participant'>
type Batches = { data: readonly { study_packs: readonly Pack[] }[] }

/** The packs of a trial. */
export const packItems = remembered((trial, { data }: Batches) =>
  data
    .flatMap(({ study_packs }) => study_packs)
    .map(({ id, pack_id, participant }): StoredItem => {
      const sequence_no = participant?.trial_sequence_no
      const { name } = shortTitle(trial.title)
      return {
        ownId: pack_id.toLowerCase(),
        participant: sequence_no === undefined ? null : { trial_id: trial.id, sequence_no },
        item: {
          id: `study_pack-${id}`,
          label: `Pack ${pack_id}`,
          description: sequence_no === undefined ? name : `for participant ${sequence_no} · ${name}`,
          icon: IconPackage,
          to: { ...paths.studyPacks(trial.id), search: { q: pack_id } },
          recent: `study_pack-${id}`,
        },
      }
    }),
)
