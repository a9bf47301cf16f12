import type { PreferenceName } from '#domain/people/notifications'

/** The names of a person's switches in the form; other screens quote them. */
export const PREFERENCE_WORDS: Record<PreferenceName, string> = {
  on_trial_status: 'When the status of the trial changes',
  on_trial_completion: 'When the trial is finished or terminated',
  on_randomisation: 'When a participant is randomised',
  on_unblinding: 'When a participant is unblinded',
  on_study_packs: 'When study packs run low or are missing',
}
