import type { Participant } from '#contract/participants'
import type { Trial } from '#contract/trials'
import { can, type EffectivePermission } from '#domain/people/permissions'
import { packsToCollect } from './packs-to-collect'

/** Whether somebody who sees a participant may dispense the packs that are allocated to them. */
export const mayDispense = (
  trial: Pick<Trial, 'is_managing_packs'>,
  permission: EffectivePermission,
  participant: Pick<Participant, 'study_pack' | 'study_packs'>,
): boolean => trial.is_managing_packs && can(permission, 'manageStudyPacks') && packsToCollect(participant).length > 0
