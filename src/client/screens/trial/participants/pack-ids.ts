import type { Participant } from '#contract/participants'

type Served = Pick<Participant, 'study_pack' | 'study_packs'>

/** The pack of a participant, or in a factorial trial the pack of each factor; none where there is none. */
export const packsOf = ({ study_pack, study_packs = study_pack === null ? [] : [study_pack] }: Served) => study_packs

/** The ids of these packs; empty where there is none. */
export const packIds = (participant: Served): string =>
  packsOf(participant)
    .map(({ pack_id }) => pack_id)
    .join(', ')
