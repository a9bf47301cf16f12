import type { WaitingParticipant } from '#contract/waiting-list'

/** A participant of the waiting list as the nurse who added it sees it. `changes` makes it another one. */
export const aShownWaitingParticipant = (changes: Partial<WaitingParticipant> = {}): WaitingParticipant => ({
  id: 81,
  participant_id: 'STA-031',
  site: { id: 11, title: 'Queens' },
  waiting_since: '2026-11-20T10:00:00.000Z',
  added_by: { id: 4, name: 'Grace Okafor' },
  comment: null,
  participant_strata: [
    { trial_stratum_id: 21, trial_stratum_option_id: 32 },
    { trial_stratum_id: 22, trial_stratum_option_id: 41 },
  ],
  is_place_free: false,
  ...changes,
})
