import type { Participant } from '#contract/participants'
import { BLINDED_NAME, shownGroup } from '#domain/blinding'
import { can } from '#domain/permissions'
import type { ParticipantRow } from '../../db/participants'
import type { TrialView } from '../authorise'

/** A participant as its viewer may see it: the group by his sight, stratum answers only where he may see them. */
export const shownParticipant = (row: ParticipantRow, { permission, sight }: TrialView): Participant => ({
  id: row.id,
  trial_sequence_no: row.trial_sequence_no,
  created_at: row.created_at,
  participant_id: row.participant_id,
  study_group: shownGroup(sight, { name: row.study_group.name, label: row.study_group.label ?? BLINDED_NAME }),
  site: row.site,
  study_pack: row.study_pack,
  ...(can(permission, 'viewStrata') ? { strata: row.strata } : {}),
  flag_status: { name: row.is_flagged ? 'Flagged' : 'Unflagged' },
  participant_flags: [],
  is_unblinded: row.is_unblinded,
})
