import type { Participant } from '#contract/participants'

/** The pack of a participant, or in a factorial trial the pack of each factor; empty where there is none. */
export const packIds = ({
  study_pack,
  study_packs = study_pack === null ? [] : [study_pack],
}: Pick<Participant, 'study_pack' | 'study_packs'>): string => study_packs.map(({ pack_id }) => pack_id).join(', ')
