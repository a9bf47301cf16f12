import type { Participant } from '#contract/participants'
import { packIds } from '../../../subjects/participants/list/pack-ids'
import { shortTitle } from '../../../ui/short-title'
import type { HomeTrial } from '../use-home-trials'
import type { WardParticipants } from '../use-ward-participants'

/** A participant as home lists them; a field that a device does not store is null. */
export type RecentRow = {
  id: number
  trial: { id: number; name: string; zone: string | null }
  /** The participant's own id, or their number where they have none. */
  shown_id: string
  study_group: Participant['study_group'] | null
  packs: string
  created_at: string | null
}

const SHOWN = 5

/** The newest participants of all these trials. Those from the store have no time: they follow, the newest of each trial first. */
export const recentRows = (trials: readonly HomeTrial[], lists: readonly WardParticipants[]): RecentRow[] =>
  lists
    .flatMap(({ trialId, newest, stored }) => {
      const found = trials.find(({ listed }) => listed.id === trialId)
      const trial = {
        id: trialId,
        name: shortTitle(found?.listed.title ?? '').name,
        zone: found?.trial?.selected_timezone ?? null,
      }
      const fromServer = newest.map((one) => ({
        id: one.id,
        trial,
        shown_id: one.participant_id ?? String(one.trial_sequence_no),
        study_group: one.study_group,
        packs: packIds(one),
        created_at: one.created_at,
        place: 0,
      }))
      const fromStore = (stored?.participants ?? []).map((one, place) => ({
        id: one.id,
        trial,
        shown_id: one.participant_id ?? String(one.trial_sequence_no),
        study_group: null,
        packs: '',
        created_at: null,
        place,
      }))
      return [...fromServer, ...fromStore]
    })
    .toSorted((one, other) => (other.created_at ?? '').localeCompare(one.created_at ?? '') || one.place - other.place)
    .slice(0, SHOWN)
