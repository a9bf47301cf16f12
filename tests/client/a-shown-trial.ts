import type { Trial, TrialSummary } from '#contract/trials'

/** An ordinary Started trial, as a list shows it. `changes` replaces some of its fields. */
export const aShownTrialSummary = (changes: Partial<TrialSummary> = {}): TrialSummary => ({
  id: 1,
  title: 'The International Stroke Trial, UK',
  created_at: '2026-01-01T09:00:00.000Z',
  started_on: '2026-01-05',
  ended_on: null,
  end_on: '2027-01-05',
  trial_status_id: 3,
  trial_status: { id: 3, name: 'Started' },
  sample_size: 365,
  num_sampled: 10,
  is_blinded_whole: false,
  is_blinded_partial: false,
  selected_timezone: 'Europe/London',
  ...changes,
})

/** An ordinary Started trial with two strata, as a nurse sees it. `changes` replaces some of its fields. */
export const aShownTrial = (changes: Partial<Trial> = {}): Trial => ({
  ...aShownTrialSummary(),
  is_managing_packs: false,
  is_site_managing_packs: false,
  is_confirmable: false,
  is_dispense_checked: false,
  least_active_packs: 6,
  is_opening_sites: false,
  is_unblinding_reauthenticated: false,
  is_participant_id_used: true,
  is_participant_id_required: true,
  participant_id_label: null,
  participant_id_description: null,
  randomisation_method: { title: 'Blocked' },
  allocation_method: { title: 'Parallel' },
  study_groups: [],
  sites: [
    { id: 11, title: 'Queens', is_deleted: false },
    { id: 12, title: 'Abbey', is_deleted: false },
    { id: 13, title: 'Closed', is_deleted: true },
  ],
  trial_strata: [
    {
      id: 21,
      name: 'Sex',
      description: null,
      trial_stratum_options: [
        { id: 31, name: 'Female' },
        { id: 32, name: 'Male' },
      ],
    },
    { id: 22, name: 'Delay', description: null, trial_stratum_options: [{ id: 41, name: 'Up to 6 hours' }] },
  ],
  contact: 'Trial office',
  commitment: 'c0ffee',
  ...changes,
})
