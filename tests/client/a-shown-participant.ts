import type { Participant } from '#contract/participants'

/** An ordinary participant without a flag, as a blinded person sees it. `changes` replaces some of its fields. */
export const aShownParticipant = (changes: Partial<Participant> = {}): Participant => ({
  id: 71,
  trial_sequence_no: 12,
  created_at: '2026-11-21T10:00:00.000Z',
  participant_id: null,
  study_group: { name: 'Blinded', is_blinded: true },
  site: { id: 11, title: 'Queens' },
  study_pack: null,
  flag_status: { name: 'Unflagged' },
  participant_flags: [],
  is_unblinded: false,
  ...changes,
})
