import { permitsAction } from '#domain/study-packs/study-pack-actions'
import { packsAfter } from '#offline/overlay'
import type { PackFromServerOrStore, PacksTrial } from '../pack-from-server-or-store'
import { siteTitlesOf } from '../site-titles'

/** A pack that is allocated to a participant and not dispensed yet. */
export type PackToDispense = {
  id: number
  pack_id: string
  trial: { id: number; title: string }
  /** Null where the pack is at no site. */
  site: { id: number; title: string } | null
  /** `participant_id` is null where the trial has none or it is not loaded. */
  participant: { trial_sequence_no: number; participant_id: string | null }
  /** Null where it is not stored. */
  allocated_at: string | null
  /** `YYYY-MM-DD`; null where the pack never expires. */
  expire_on: string | null
}

type Inventory = {
  trial: Pick<PacksTrial, 'id' | 'title' | 'sites'>
  packs: readonly PackFromServerOrStore[]
  /** The packs dispensed on this device that `packs` do not show as dispensed yet. */
  dispensed: ReadonlySet<number>
  /** The participants' own IDs by sequence number, as far as they are loaded. */
  participantIds?: ReadonlyMap<number, string | null>
}

/**
 * The packs of a trial that wait to be dispensed, oldest allocation first. Packs are allocated with the participant, so
 * the sequence number orders those without a stored time.
 */
export const packsToDispense = ({ trial, packs, dispensed, participantIds }: Inventory): PackToDispense[] => {
  const titleOf = siteTitlesOf(trial)
  const siteAt = (id: number | null) => {
    const title = titleOf(id)
    return id === null || title === null ? null : { id, title }
  }
  return packsAfter(packs, dispensed)
    .flatMap((pack) => {
      const { participant } = pack
      if (participant === undefined || !permitsAction(pack.study_pack_status_id, 'dispense')) return []
      return [{ ...pack, participant }]
    })
    .map(({ id, pack_id, site_id, participant, expire_on }) => ({
      id,
      pack_id,
      trial: { id: trial.id, title: trial.title },
      site: siteAt(site_id),
      participant: {
        trial_sequence_no: participant.trial_sequence_no,
        participant_id: participantIds?.get(participant.trial_sequence_no) ?? null,
      },
      allocated_at: participant.allocated_at ?? null,
      expire_on,
    }))
    .toSorted(
      (one, other) => one.participant.trial_sequence_no - other.participant.trial_sequence_no || one.id - other.id,
    )
}

/** The waiting packs of several trials, oldest first, those without a time last. */
export const oldestFirst = (packs: readonly PackToDispense[]): PackToDispense[] =>
  packs.toSorted((one, other) => timeOf(one) - timeOf(other) || one.trial.id - other.trial.id)

const timeOf = ({ allocated_at }: PackToDispense): number =>
  allocated_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(allocated_at)
