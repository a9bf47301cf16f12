import type { Participant } from '#contract/participants'

type Served = Pick<Participant, 'study_pack' | 'study_packs'>

/** The pack of a participant, or in a factorial trial the pack of each factor; empty without packs. */
export const packsOf = ({ study_pack, study_packs = study_pack === null ? [] : [study_pack] }: Served) => study_packs

/** The IDs of these packs; empty without packs. */
export const packIds = (participant: Served): string =>
  packsOf(participant)
    .map(({ pack_id }) => pack_id)
    .join(', ')
