import type { Participant } from '#contract/participants'

/** A participant as somebody sees it who is blinded: flagged by nobody, nothing unusual. `changes` makes it another one. */
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
