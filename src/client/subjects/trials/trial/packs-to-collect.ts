import type { Participant } from '#contract/participants'
import { permitsAction } from '#domain/study-packs/study-pack-actions'

type WithPacks = Pick<Participant, 'study_pack' | 'study_packs'>

/** The ids of the packs that are allocated to a participant and not dispensed yet. */
export const packsToCollect = ({
  study_pack,
  study_packs = study_pack === null ? [] : [study_pack],
}: WithPacks): string[] =>
  study_packs.filter(({ study_pack_status_id: id }) => permitsAction(id, 'dispense')).map(({ pack_id }) => pack_id)
