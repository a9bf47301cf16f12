import type { api } from '#contract/api'
import type { BuiltTrial } from './a-trial'
import { aTrialForm } from './a-trial-form'

/** In what the bodies are sent, to whom they mean, and a trial's settings as they are shown to who may save them. */
type Meant = { trial: BuiltTrial; user_id: number; settings: object }

export type SoundBodies = Partial<Record<keyof typeof api, object>>

/** A body that would do, for each call that takes one, in a trial that uses participant ids. */
export const soundBodies = ({ trial, user_id, settings }: Meant): SoundBodies => {
  const site_id = trial.sites[0]?.id
  const answers = (option: number) =>
    trial.trial_strata.map(({ id, options }) => ({
      trial_stratum_id: id,
      trial_stratum_option_id: options[option]?.id,
    }))
  return {
    createTrial: WHOLE_FORM,
    updateTrial: settings,
    changeTrialStatus: { trial_status_id: 3, reason: 'Ready' },
    startSimulation: {
      design: {
        randomisation_method_id: 1,
        block_size_min: 2,
        block_size_max: 4,
        study_groups: [{ name: 'A' }, { name: 'B' }],
        trial_strata: [{ name: 'Sex', trial_stratum_options: [{ name: 'F' }, { name: 'M' }] }],
      },
      sizes: { participants: 20, sites: 2, site_shares: [2, 1], option_shares: [[1, 1]] },
      runs: 1,
      seed: 7,
    },
    enterStartNonce: { nonce_hex: '00112233445566778899aabbccddeeff' },
    revealSeed: { reason: 'For the statistician' },
    randomiseParticipant: {
      site_id,
      participant_id: 'W-1',
      approve_duplicate: true,
      participant_strata: answers(0),
    },
    settleRandomisation: { idempotency_key: 'key' },
    flagParticipant: { comment: 'Seen', performed_at: '2026-11-21T05:00:00.000Z' },
    unblindParticipant: { comment: 'Severe bleeding' },
    recordInadvertentUnblinding: { comment: 'The box lay open' },
    recordRandomisationError:
      trial.trial_strata.length > 0
        ? { kind: 'wrong_stratum', comment: 'Misread', as_used: answers(0), corrected: answers(1) }
        : { kind: 'ineligible', comment: 'Too young' },
    grantPermission: { role_id: 3, trial_id: trial.trial_id, has_study_packs_access: true, force_update: true },
    changePermission: { is_blinded_whole: true, force_update: true },
    grantManyPermissions: [
      { user_id, role_id: 6, trial_id: trial.trial_id, site_id },
      { user_id, role_id: 4, trial_id: trial.trial_id, is_blinded_partial: true, force_update: true },
    ],
  }
}

const WHOLE_FORM = aTrialForm({
  description: 'Text',
  expires_at: '2028-01-01',
  selected_timezone: 'Europe/London',
  sample_size: 10,
  randomisation_method_id: 1,
  allocation_method_id: 1,
  block_size_min: 2,
  block_size_max: 6,
  is_stratified: true,
  is_managing_packs: true,
  pack_alert_level: 3,
  org_quote_amount: 1.5,
  org_quote_date: '2026-01-01',
  sites: [{ id: 1, title: 'A', is_deleted: false, low_pack_level: 4 }, { title: 'B' }],
  study_groups: [
    { name: 'A', label: 'X', weight: 2, factorial_level: null },
    { name: 'B', label: 'Y', weight: 1 },
  ],
  trial_strata: [{ name: 'Sex', description: 'As registered', trial_stratum_options: [{ name: 'F' }, { name: 'M' }] }],
})
