import { api } from '#contract/api'
import type { Participant } from '#contract/participants'
import type { StudyPack } from '#contract/study-packs'
import { REOPENED_MEANING } from '#domain/trials/trial-reopening'
import { PACK_ACTION_PRESENTATION } from '../../../src/client/subjects/study-packs/actions/pack-action-presentation'
import { aShownPack } from '../a-shown-pack'
import { aShownParticipant } from '../a-shown-participant'
import { aShownTrial } from '../a-shown-trial'
import { aShownWaitingParticipant } from '../a-shown-waiting-participant'
import { press, tick, write } from '../by-hand'
import { anInstance, answers, AS_ADMINISTRATOR, holds, listOf, pagesOf } from '../open-app'
import { ADMINISTRATOR, EVERYONE_READS, SYSTEM, WHY, type Dialog } from './shown-dialog'
import { CANNOT_BE_UNDONE, UNBLINDED_BEFORE } from '../../../src/client/safety-words'

/* The dialogs about a trial, its sites, participants and packs. */

const TRIAL = aShownTrial({ is_managing_packs: true })
const PARTICIPANT = aShownParticipant()
const PACK = aShownPack()

export const ofParticipant = (participant: Participant = PARTICIPANT) => ({
  at: `/trials/1/participants/${participant.id}`,
  around: [
    ...pagesOf(TRIAL, ADMINISTRATOR, { is_blinded_whole: true }),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.getParticipant, participant),
    answers(api.getParticipantHistory, { data: [] }),
  ],
})
const ofPack = (pack: StudyPack = PACK) => ({
  at: '/trials/1/study-packs',
  around: [
    ...pagesOf(TRIAL, ADMINISTRATOR),
    answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: [pack] }] }),
  ],
  choose: (item: string) => async () => {
    await press(`Actions: pack ${pack.pack_id}`)
    await press(item, 'menuitem')
  },
})
const ofStatus = {
  at: '/trials/1/reports',
  around: [
    ...pagesOf(TRIAL, SYSTEM),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.getReadiness, { data: [] }),
  ],
}

const ofWaitingList = {
  at: '/trials/1/waiting-list',
  around: [
    ...pagesOf(aShownTrial({ trial_strata: [] }), ADMINISTRATOR),
    answers(api.getPermittedSites, { data: [{ id: 11, title: 'Queens' }] }),
    answers(api.listWaitingParticipants, listOf(aShownWaitingParticipant())),
  ],
}

/** A Finished trial of an instance that lets two people re-open it. */
const FINISHED = aShownTrial({ trial_status_id: 6, trial_status: { id: 6, name: 'Finished' } })
const REQUEST = {
  id: 5,
  by: { id: 9, name: 'Marco Bellini' },
  at: '2026-11-21T10:00:00.000Z',
  reason: 'A wrong button',
}
const ofReopening = (request: typeof REQUEST | null) => ({
  at: '/trials/1',
  around: [
    ...pagesOf(FINISHED, SYSTEM),
    anInstance({ trial_reopening: true }),
    answers(api.getTrialReopening, { is_possible: true, request }),
    holds(api.getTrialStatistics),
  ],
})

const PROVEN = aShownTrial({ nonce_hex: null, seed_revealed_at: null })
const ofProof = (changes: Partial<typeof PROVEN>) => ({
  at: '/trials/1/proof',
  around: [AS_ADMINISTRATOR, ...pagesOf({ ...PROVEN, ...changes }, SYSTEM), holds(api.getGuessability)],
})

export const DIALOGS_ABOUT_TRIALS: Record<string, Dialog> = {
  'unblinding a participant': {
    ...ofParticipant(),
    open: () => press('Unblind'),
    title: 'Unblind participant 12',
    fields: ['Comment'],
    says: [CANNOT_BE_UNDONE, EVERYONE_READS],
    fill: () => write(/Comment/, WHY),
    button: 'Unblind participant 12',
    does: answers(api.unblindParticipant, { trial_sequence_no: 12, study_group: { name: 'Aspirin' } }),
    sends: { call: 'POST trials/1/participants/71/unblind', body: { comment: WHY } },
    refusedWith: 'not_blinded',
  },
  'unblinding a participant once more': {
    ...ofParticipant(aShownParticipant({ is_unblinded: true })),
    open: () => press('Unblind'),
    title: 'Unblind participant 12',
    fields: ['Comment'],
    says: [UNBLINDED_BEFORE, 'Blinded people cannot read it.'],
    fill: () => write(/Comment/, WHY),
    button: 'Unblind participant 12',
    does: answers(api.unblindParticipant, { trial_sequence_no: 12, study_group: { name: 'Aspirin' } }),
    sends: { call: 'POST trials/1/participants/71/unblind', body: { comment: WHY } },
    refusedWith: 'not_blinded',
  },
  'recording an inadvertent unblinding': {
    ...ofParticipant(),
    open: () => press('Record an inadvertent unblinding'),
    title: 'Record an inadvertent unblinding',
    fields: ['Comment'],
    says: [/cannot be undone/, 'Blinded people cannot read this.'],
    fill: () => write(/Comment/, WHY),
    button: 'Record the unblinding',
    does: answers(api.recordInadvertentUnblinding, {
      id: 1,
      created_at: '2026-11-21T10:00:00.000Z',
      recorded_by_user: { id: 4, name: 'Grace Okafor' },
      comment: WHY,
    }),
    sends: { call: 'POST trials/1/participants/71/inadvertent-unblinding', body: { comment: WHY } },
    refusedWith: 'forbidden',
  },
  'recording an error': {
    ...ofParticipant(),
    open: async () => {
      await press('Record an error')
      await tick('Another error')
    },
    title: 'Record an error',
    fields: [
      'Wrong stratum',
      'Not eligible',
      'Randomised twice',
      'Wrong participant',
      'Another error',
      'As used',
      'Corrected',
      'Comment',
    ],
    says: ['The allocation does not change.', EVERYONE_READS],
    fill: async () => {
      await write(/As used/, 'Left')
      await write(/Corrected/, 'Right')
      await write(/Comment/, WHY)
    },
    button: 'Record the error',
    does: answers(api.recordRandomisationError, {
      id: 1,
      created_at: '2026-11-21T10:00:00.000Z',
      recorded_by_user: { id: 4, name: 'Grace Okafor' },
      kind: 'other',
      comment: WHY,
      as_used: 'Left',
      corrected: 'Right',
    }),
    sends: {
      call: 'POST trials/1/participants/71/errors',
      body: { kind: 'other', comment: WHY, as_used: 'Left', corrected: 'Right' },
    },
    refusedWith: 'forbidden',
  },
  'deactivating a pack': {
    ...ofPack(),
    open: ofPack().choose('Deactivate'),
    title: 'Deactivate: pack A-10001',
    fields: ['Reason'],
    says: [PACK_ACTION_PRESENTATION.deactivate.means, EVERYONE_READS],
    fill: () => write(/Reason/, WHY),
    button: 'Deactivate pack A-10001',
    does: answers(api.deactivateStudyPacks, { data: [aShownPack({ study_pack_status_id: 1 })] }),
    sends: {
      call: 'POST trials/1/study-packs/deactivate',
      body: { study_pack_id: 1, comment: WHY },
    },
    refusedWith: 'pack_status_conflict',
  },
  'removing a pack': {
    ...ofPack(),
    open: ofPack().choose('Remove'),
    title: 'Remove: pack A-10001',
    fields: ['Reason'],
    says: [PACK_ACTION_PRESENTATION.remove.means, EVERYONE_READS],
    fill: () => write(/Reason/, WHY),
    button: 'Remove pack A-10001',
    does: answers(api.removeStudyPacks, { data: [aShownPack({ study_pack_status_id: 4 })] }),
    sends: {
      call: 'POST trials/1/study-packs/remove',
      body: { study_pack_id: 1, comment: WHY, seen: [{ study_pack_id: 1, study_pack_status_id: 2 }] },
    },
    refusedWith: 'pack_status_conflict',
  },
  'transferring a pack': {
    ...ofPack(),
    open: ofPack().choose('Transfer to site'),
    title: 'Transfer to site: pack A-10001',
    fields: ['To site', 'Reason'],
    says: [PACK_ACTION_PRESENTATION.transfer.means, 'From Queens', EVERYONE_READS],
    fill: async () => {
      await write(/To site/, '12')
      await write(/Reason/, WHY)
    },
    button: 'Transfer pack A-10001',
    does: answers(api.transferStudyPacks, { data: [aShownPack({ site_id: 12 })] }),
    sends: {
      call: 'POST trials/1/study-packs/transfer',
      body: { study_pack_id: 1, comment: WHY, from_site_id: 11, to_site_id: 12 },
    },
    refusedWith: 'pack_status_conflict',
  },
  'changing when a pack expires': {
    ...ofPack(),
    open: ofPack().choose('Edit expiration'),
    title: 'Edit expiration: pack A-10001',
    fields: ['Expiry date', 'Duration (days)', 'Reason'],
    says: [PACK_ACTION_PRESENTATION.update.means, EVERYONE_READS],
    fill: async () => {
      await write(/Duration/, '14')
      await write(/Reason/, WHY)
    },
    button: 'Save expiration of pack A-10001',
    does: answers(api.updateStudyPacks, { data: [aShownPack({ duration: 14 })] }),
    sends: {
      call: 'POST trials/1/study-packs/update',
      body: {
        study_pack_id: 1,
        comment: WHY,
        expire_on: '2027-03-31',
        duration: 14,
        seen: [{ study_pack_id: 1, study_pack_status_id: 2, expire_on: '2027-03-31', duration: 28 }],
      },
    },
    refusedWith: 'pack_status_conflict',
  },
  'recalling a pack': {
    ...ofPack(aShownPack({ study_pack_status_id: 6 })),
    open: ofPack().choose('Recall'),
    title: 'Recall: pack A-10001',
    fields: ['Reason'],
    says: [PACK_ACTION_PRESENTATION.recall.means, EVERYONE_READS],
    fill: () => write(/Reason/, WHY),
    button: 'Recall pack A-10001',
    does: answers(api.recallStudyPacks, { data: [aShownPack({ study_pack_status_id: 7 })] }),
    sends: { call: 'POST trials/1/study-packs/recall', body: { study_pack_id: 1, comment: WHY } },
    refusedWith: 'pack_status_conflict',
  },
  'pausing a trial': {
    ...ofStatus,
    open: async () => {
      await press('Change status')
      await tick('Pause trial')
    },
    title: 'Change status',
    fields: ['Pause trial', 'Finish completed trial', 'Terminate trial', 'Reason'],
    says: ['No one can be randomised while the trial is paused.', 'Started becomes Paused', EVERYONE_READS],
    fill: () => write(/Reason/, WHY),
    button: 'Pause trial',
    does: answers(api.changeTrialStatus, aShownTrial({ trial_status_id: 4, trial_status: { id: 4, name: 'Paused' } })),
    sends: { call: 'POST trials/1/status', body: { trial_status_id: 4, reason: WHY } },
    refusedWith: 'status_change_not_allowed',
  },
  'terminating a trial': {
    ...ofStatus,
    open: async () => {
      await press('Change status')
      await tick('Terminate trial')
      await write(/Reason/, WHY)
      await press('Terminate trial')
    },
    title: 'Change status',
    fields: ['Pause trial', 'Finish completed trial', 'Terminate trial', 'Reason'],
    says: ['Are you sure you wish to set this trial to the Terminated state?', EVERYONE_READS],
    button: 'Yes: terminate trial',
    does: answers(
      api.changeTrialStatus,
      aShownTrial({ trial_status_id: 7, trial_status: { id: 7, name: 'Terminated' } }),
    ),
    sends: { call: 'POST trials/1/status', body: { trial_status_id: 7, reason: WHY } },
    refusedWith: 'status_change_not_allowed',
  },
  'putting a participant on the waiting list': {
    ...ofWaitingList,
    open: () => press('Put on the waiting list'),
    title: 'Put on the waiting list',
    fields: ['Participant ID', 'Site', 'Comment'],
    says: ['This does not randomise the participant.', EVERYONE_READS],
    fill: async () => {
      await write(/^Participant ID/, 'STA-031')
      await write(/^Comment/, WHY)
    },
    button: 'Put on the waiting list',
    does: answers(api.addToWaitingList, undefined),
    sends: {
      call: 'POST trials/1/waiting-list',
      body: { site_id: 11, participant_id: 'STA-031', participant_strata: [], comment: WHY },
    },
    refusedWith: 'already_waiting',
  },
  'removing a participant from the waiting list': {
    ...ofWaitingList,
    open: () => press('Remove STA-031 from the waiting list'),
    title: 'Remove from the waiting list',
    fields: ['Reason'],
    says: ['STA-031 will no longer wait at Queens.', EVERYONE_READS],
    fill: () => write(/Reason/, WHY),
    button: 'Remove from the waiting list',
    does: answers(api.removeFromWaitingList, undefined),
    sends: { call: 'POST trials/1/waiting-list/81/remove', body: { reason: WHY } },
    refusedWith: 'forbidden',
  },
  'opening a site': {
    at: '/trials/1',
    around: [
      ...pagesOf(aShownTrial({ is_opening_sites: true }), ADMINISTRATOR),
      answers(api.getTrialStatistics, {
        statistics: {
          study_groups: [],
          sites: [],
          trial_strata: [],
          study_packs: [],
          site_courses: [],
          recruitment: [],
          flagged_left_out: 0,
        },
      }),
    ],
    open: () => press('Open site Queens'),
    title: 'Open Queens',
    fields: ['Reason'],
    says: ['You cannot close a site again.', EVERYONE_READS],
    fill: () => write(/Reason/, WHY),
    button: 'Open Queens',
    does: answers(api.openSite, aShownTrial()),
    sends: { call: 'POST trials/1/sites/11/open', body: { reason: WHY } },
    refusedWith: 'opening_not_awaited',
  },
  'requesting a re-opening': {
    ...ofReopening(null),
    open: () => press('Request re-opening'),
    title: 'Request re-opening',
    fields: ['Reason'],
    says: ['The trial stays Finished until someone else confirms this.', EVERYONE_READS],
    fill: () => write(/Reason/, WHY),
    button: 'Request re-opening',
    does: answers(api.requestTrialReopening, { is_possible: true, request: { ...REQUEST, reason: WHY } }),
    sends: { call: 'POST trials/1/reopening-request', body: { reason: WHY } },
    refusedWith: 'reopening_not_possible',
  },
  're-opening a trial': {
    ...ofReopening(REQUEST),
    open: () => press('Re-open trial'),
    title: 'Re-open trial',
    fields: [REOPENED_MEANING],
    says: ['Marco Bellini requested this: “A wrong button”', 'The trial will be Paused.'],
    fill: () => tick(REOPENED_MEANING),
    button: 'Re-open trial 1',
    does: answers(api.reopenTrial, { is_possible: false, request: null }),
    sends: { call: 'POST trials/1/reopening', body: { request_id: 5 } },
    refusedWith: 'reopening_not_requested',
  },
  'revealing the seed': {
    ...ofProof({ trial_status_id: 6, trial_status: { id: 6, name: 'Finished' } }),
    open: () => press(/^Reveal/),
    title: 'Reveal seed',
    fields: ['Reason'],
    says: [CANNOT_BE_UNDONE],
    fill: () => write(/Reason/, WHY),
    button: 'Reveal seed of trial 1',
    does: answers(api.revealSeed, { seed_hex: 'ab'.repeat(32), nonce_hex: null }),
    sends: { call: 'POST trials/1/reveal', body: { reason: WHY } },
    refusedWith: 'reveal_not_allowed',
  },
  'entering a start nonce': {
    ...ofProof({ trial_status_id: 1, trial_status: { id: 1, name: 'Planning' } }),
    open: () => press(/^Enter a start nonce/),
    title: 'Enter a start nonce',
    fields: ['Start nonce'],
    says: ['It cannot be changed or taken back.'],
    fill: () => write(/^Start nonce .*/, '0123 4567 89ab cdef'),
    button: 'Enter start nonce',
    does: answers(api.enterStartNonce, PROVEN),
    sends: { call: 'POST trials/1/start-nonce', body: { nonce_hex: '0123456789abcdef' } },
    refusedWith: 'nonce_not_accepted',
  },
}
