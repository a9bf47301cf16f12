import type { Trial } from '#contract/trials'
import { aShownTrial } from '../../../a-shown-trial'

/** A trial with every field of the form, as an administrator who may edit it sees it. */
export const aTrialWithSettings = (changes: Partial<Trial> = {}): Trial =>
  aShownTrial({
    trial_status_id: 1,
    trial_status: { id: 1, name: 'Planning' },
    setup_version: 3,
    start_on: '2026-01-05',
    expires_at: '2027-07-05',
    allocation_method_id: 1,
    randomisation_method_id: 4,
    participant_id_warning_id: 2,
    org_name: 'Stroke unit',
    study_groups: [
      { id: 51, name: 'Aspirin', label: 'Blue', weight: 2, factorial_level: null, is_blinded: false },
      { id: 52, name: 'Avoid aspirin', label: null, weight: 1, factorial_level: null, is_blinded: false },
    ],
    ...changes,
  })
