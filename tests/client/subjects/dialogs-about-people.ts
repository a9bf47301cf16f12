import { api } from '#contract/api'
import { screen } from '@testing-library/react'
import { aShownNotification, aShownPermission, aShownUser } from '../a-shown-record'
import { aShownTrial } from '../a-shown-trial'
import { press, tick, write } from '../by-hand'
import { answers, AS_ADMINISTRATOR, listOf, pagesOf } from '../open-app'
import { ADMINISTRATOR, SYSTEM, type Dialog } from './shown-dialog'

/* The dialogs about users, their permissions and notifications, and the form of a user. */

const TRIAL = aShownTrial({ is_managing_packs: true })
const USER = aShownUser()
const HELD = aShownPermission({ is_blinded_whole: true, is_unblind_authorized: true })
const COLLEAGUE = { id: 9, name: 'Keel', user_permissions: [HELD], trial_notification: aShownNotification() }

const ofUser = {
  at: '/users/9/permissions',
  around: [
    AS_ADMINISTRATOR,
    answers(api.getUser, USER),
    answers(api.listUserPermissions, { data: [HELD] }),
    answers(api.getTrial, TRIAL),
    answers(api.listTrials, listOf()),
  ],
}
const ofTrialUser = {
  at: '/trials/1/users',
  around: [
    ...pagesOf(TRIAL, ADMINISTRATOR),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.listTrialUsers, listOf(COLLEAGUE)),
  ],
  choose: (item: string) => async () => {
    await press('Actions: Keel (ID 9)')
    await press(item, 'menuitem')
  },
}

/** The deletion of a permission, which a toast reports too. */
export const DELETING: Dialog = {
  ...ofUser,
  open: async () => {
    await press(/^Details of Trial user/)
    await press('Delete user permission')
  },
  title: 'Delete user permission',
  fields: [],
  says: ['Keel will no longer be Trial user of The International Stroke Trial, UK.'],
  button: 'Delete permission of Keel',
  does: answers(api.endPermission, undefined),
  sends: { call: 'DELETE users/9/permissions/1', body: null },
  refusedWith: 'own_permission',
  isToasted: true,
}

export const DIALOGS_ABOUT_PEOPLE: Record<string, Dialog> = {
  'deleting a permission of a user': DELETING,
  'changing a permission of a user': {
    ...ofUser,
    open: async () => {
      await press(/^Details of Trial user/)
      await press('Edit user permission')
    },
    title: 'Edit user permission',
    fields: ['Role', 'Unblinded', 'Label replacement', 'Full', 'Delegated pack management', 'Delegated unblind'],
    says: [],
    fill: () => tick('Delegated pack management'),
    button: 'Save permission of Keel',
    does: answers(api.changePermission, HELD),
    sends: {
      call: 'PUT users/9/permissions/1',
      body: {
        role_id: 3,
        trial_id: 1,
        site_id: null,
        is_blinded_partial: false,
        is_blinded_whole: true,
        is_unblind_authorized: true,
        has_study_packs_access: true,
        force_update: false,
        updated_at: HELD.updated_at,
      },
    },
    refusedWith: 'permission_exists',
  },
  'giving a user a permission': {
    ...ofUser,
    open: () => press('Add new user permission'),
    title: 'Add new user permission',
    fields: ['Role', 'Trial', 'Unblinded', 'Label replacement', 'Full'],
    says: [],
    fill: () => write(/^Role/, String(SYSTEM)),
    button: 'Add permission for Keel',
    does: answers(api.grantPermission, aShownPermission({ role_id: SYSTEM, trial_id: null, trial: null })),
    sends: {
      call: 'POST users/9/permissions',
      body: {
        role_id: SYSTEM,
        trial_id: null,
        site_id: null,
        is_blinded_partial: false,
        is_blinded_whole: false,
        is_unblind_authorized: false,
        has_study_packs_access: false,
        force_update: false,
      },
    },
    refusedWith: 'forbidden',
  },
  'removing a permission in a trial': {
    ...ofTrialUser,
    open: ofTrialUser.choose('Remove permission'),
    title: 'Delete user permission',
    fields: [],
    says: ['Keel will lose access to this trial.'],
    button: 'Delete permission of Keel',
    does: answers(api.endPermission, undefined),
    sends: { call: 'DELETE users/9/permissions/1', body: null },
    refusedWith: 'forbidden',
    isToasted: true,
  },
  'what a user of a trial is told of': {
    ...ofTrialUser,
    open: ofTrialUser.choose('Notifications'),
    title: 'Notifications of Keel',
    fields: [
      'When the status of the trial changes',
      'When the trial is finished or terminated',
      'When a participant is randomised',
      'When a participant is unblinded',
      'When study packs run low or are missing',
    ],
    says: [],
    fill: () => tick('When a participant is randomised'),
    button: 'Save notifications of Keel',
    does: answers(api.saveTrialNotification, aShownNotification({ on_randomisation: true })),
    sends: {
      call: 'PUT trials/1/users/9/notifications/1',
      body: {
        on_trial_status: true,
        on_trial_completion: true,
        on_randomisation: true,
        on_unblinding: false,
        on_study_packs: false,
      },
    },
    refusedWith: 'forbidden',
  },
  'sending a message to everybody': {
    at: '/users/broadcast',
    around: [AS_ADMINISTRATOR, answers(api.countBroadcast, { count: 1200 })],
    open: async () => {
      await write(/Subject/, 'Maintenance')
      await write(/Body/, 'On Sunday')
      await press('Send message')
    },
    title: 'Send this message?',
    fields: [],
    says: ['Maintenance', 'It goes to 1,200 users'],
    button: 'Send to 1,200 users',
    does: answers(api.broadcastMessage, { count: 1200 }),
    sends: { call: 'POST users/message-broadcast', body: { subject: 'Maintenance', body: 'On Sunday' } },
    refusedWith: 'forbidden',
  },
  'deleting accounts that a user signs in with': {
    at: '/users/9/auth',
    around: [
      AS_ADMINISTRATOR,
      answers(
        api.getUser,
        aShownUser({ user_profiles: [{ id: 1, idp: 'aaf', created_at: '2026-11-01T09:00:00.000Z' }] }),
      ),
    ],
    open: () => press(/^Delete IdP association: Academic federation, 1 Nov 2026/),
    title: 'Delete IdP association',
    fields: [],
    says: ['Academic federation, associated 1 Nov 2026', 'is signed out at once'],
    button: 'Delete association',
    does: answers(api.deleteProfile, undefined),
    sends: { call: 'DELETE users/9/profiles/1', body: null },
    refusedWith: 'forbidden',
    again: 'is closed',
  },
  'creating a user': {
    at: '/users/new',
    around: [AS_ADMINISTRATOR, answers(api.listUsers, listOf()), ...ofUser.around],
    open: () => screen.findByLabelText(/Name/),
    title: null,
    fields: ['Name', 'Email address', 'Time zone'],
    says: [],
    fill: async () => {
      await write(/Name/, 'Keel')
      await write(/Email address/, 'keel@example.org')
    },
    button: 'Create user',
    does: answers(api.createUsers, { id: 9, name: 'Keel' }),
    sends: { call: 'POST users', body: { name: 'Keel', email: 'keel@example.org', selected_timezone: null } },
    refusedWith: 'forbidden',
  },
}
