import type { api } from '#contract/api'
import type { StudyPackAction } from '#domain/study-packs/study-pack-actions'
import type { BuiltTrial } from './a-trial'
import { groupsInBlocks, rowsOf } from './list-rows'
import { aTrialForm } from './a-trial-form'

/** The trial that the bodies are for, the person they name, and the trial's settings as an editor sees them. */
type BodySubjects = {
  trial: BuiltTrial
  user_id: number
  settings: object
  /** For each action a pack that permits it; by default the first pack for all. */
  packs?: Readonly<Record<StudyPackAction, number>>
}

export type SoundBodies = Partial<Record<keyof typeof api, object>>

/** A valid body for each call that takes one, in a trial that uses participant IDs. */
export const soundBodies = ({ trial, user_id, settings, packs }: BodySubjects): SoundBodies => {
  const site_id = trial.sites[0]?.id
  const onPack = (action: StudyPackAction) => ({ study_pack_id: packs?.[action] ?? 1, comment: 'As agreed' })
  const answers = (option: number) =>
    trial.trial_strata.map(({ id, options }) => ({
      trial_stratum_id: id,
      trial_stratum_option_id: options[option]?.id,
    }))
  return {
    confirmSignIn: { idp: 'sso', ref: 'none' },
    createTrial: WHOLE_FORM,
    updateTrial: settings,
    previewTrialSave: settings,
    changeTrialStatus: { trial_status_id: 3, reason: 'Ready' },
    makeManagementReport: { type: 'data' },
    makeLongReport: { type: 'data' },
    makeShortReport: { type: 'data' },
    makeTrialManagementReport: { type: 'data' },
    makeBalanceReport: { type: 'data' },
    makeOpenBalanceReport: { type: 'data' },
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
    startRandomisationTest: { replicates: 1000, seed: 7 },
    compareOutcomes: {
      compared: 'means',
      study_group_ids: trial.study_groups.slice(0, 2).map(({ id }) => id),
      outcomes: [
        { participant: '#1', outcome: 1 },
        { participant: '#2', outcome: 2 },
      ],
    },
    confirmDesign: { design_version: 1 },
    nameListAuthor: { user_id },
    confirmAllocationList: { number: 1, hash: '0'.repeat(64) },
    uploadAllocationList: { trial_id: trial.trial_id, rows: rowsOf(groupsInBlocks(trial)) },
    openSite: { reason: 'Staff are trained' },
    createWallView: {},
    endWallView: {},
    changeMonthlyReport: { add: [], remove: [user_id] },
    enterStartNonce: { nonce_hex: '00112233445566778899aabbccddeeff' },
    requestTrialReopening: { reason: 'Two sites still recruit' },
    reopenTrial: { request_id: 1 },
    revealSeed: { reason: 'For the statistician' },
    randomiseParticipant: {
      site_id,
      participant_id: 'W-1',
      approve_duplicate: true,
      participant_strata: answers(0),
    },
    settleRandomisation: { idempotency_key: 'key' },
    addToWaitingList: { site_id, participant_id: 'Waits', participant_strata: answers(0), comment: 'From Tuesday on' },
    removeFromWaitingList: { reason: 'No longer eligible' },
    flagParticipant: { comment: 'Seen', performed_at: '2026-11-21T05:00:00.000Z' },
    reportDeviceActions: {
      device_id: '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11',
      actions: [{ id: '7c7d4a55-4f3a-4c9b-8c8f-0a1b2c3d4e5f', state: 'lost', participant_id: 1 }],
    },
    reportOfflineUnlock: {
      device_id: '0d4fb0b5-5a4b-4c39-9e7e-1f6f0f0a1c11',
      event: 'unlocked',
      performed_at: '2026-11-21T05:00:00.000Z',
      wrong_tries: 1,
    },
    unblindParticipant: { comment: 'Severe bleeding' },
    recordInadvertentUnblinding: { comment: 'The box lay open' },
    recordRandomisationError:
      trial.trial_strata.length > 0
        ? { kind: 'wrong_stratum', comment: 'Misread', as_used: answers(0), corrected: answers(1) }
        : { kind: 'ineligible', comment: 'Too young' },
    activateStudyPacks: onPack('activate'),
    deactivateStudyPacks: onPack('deactivate'),
    removeStudyPacks: onPack('remove'),
    expireStudyPacks: onPack('expire'),
    transferStudyPacks: { ...onPack('transfer'), to_site_id: trial.sites[1]?.id },
    updateStudyPacks: { ...onPack('update'), expire_on: '2027-12-31', duration: 28 },
    dispenseStudyPacks: { ...onPack('dispense'), performed_at: '2026-11-21T05:03:00.000Z' },
    recallStudyPacks: onPack('recall'),
    checkStudyPack: {},
    importStudyPacks: {
      batch_id: 'B2',
      study_packs: [{ pack_id: 'K-1', study_group: trial.study_groups[0]?.name, site: trial.sites[0]?.title }],
      acknowledge_pattern: 'One pack to replace another',
    },
    generateStudyPacks: {
      batch_id: 'B2',
      prefix: 'K',
      study_groups: trial.study_groups.map(({ id }) => ({ id, count: 2 })),
      site_id,
      duration: 28,
      expire_on: '2027-12-31',
    },
    printStudyPackLabels: { study_pack_ids: [packs?.activate ?? 1], sheet: 'a4-24' },
    updateMe: { id: user_id, email: 'somebody-new@example.org', selected_timezone: 'Europe/London' },
    saveDisplaySettings: {
      theme: 'dark',
      list_columns: { participants: ['trial_sequence_no', 'flag_status'], users: null },
      saved_filters: {
        participants: [{ name: 'Flagged', trial_id: trial.trial_id, search: { flag_status: 'Flagged' } }],
      },
    },
    displayTime: { tz: 'Australia/Sydney' },
    createUsers: { name: 'Ada Obi', email: 'ada.obi@example.org', selected_timezone: 'Africa/Lagos' },
    updateUser: { name: 'Thomas A.', email: 'thomas.a@example.org', selected_timezone: null },
    setUserActive: { is_active: true },
    extendUser: { is_expired: false },
    createNotice: {
      text: 'Maintenance on Sunday from two to four',
      shown_from: '2026-11-21T05:00:00.000Z',
      shown_until: '2027-06-22T05:00:00.000Z',
      is_on_sign_in: true,
    },
    endNotice: {},
    acknowledgeAlarm: { reason: 'Restored from the backup' },
    reviewAuditLog: { finding: 'As it should be' },
    broadcastMessage: { subject: 'Maintenance', body: 'On Sunday.\n\nFrom two to four.' },
    saveTrialNotification: {
      on_trial_status: true,
      on_trial_completion: false,
      on_randomisation: true,
      on_unblinding: true,
      on_study_packs: false,
    },
    requestAssociation: { user_id },
    createExternalAccount: {
      user_id,
      first_name: 'Ada',
      last_name: 'Obi',
      email: 'ada.obi@home.example',
      association_token: 'none',
    },
    previewUsers: { emails: ['ada.obi@home.example', null] },
    previewTrialUsers: { user_ids: [user_id], permissions: [] },
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
  sites: [{ id: 1, title: 'A', is_deleted: false, low_pack_level: 4, max_participants: 40 }, { title: 'B' }],
  study_groups: [
    { name: 'A', label: 'X', weight: 2, factorial_level: null },
    { name: 'B', label: 'Y', weight: 1 },
  ],
  trial_strata: [{ name: 'Sex', description: 'As registered', trial_stratum_options: [{ name: 'F' }, { name: 'M' }] }],
})
