// @vitest-environment happy-dom
// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { ERRORS, refusal, type ErrorCode } from '#contract/errors'
import type { Participant } from '#contract/participants'
import type { StudyPack } from '#contract/study-packs'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { ACTION_FACES } from '../../../src/client/screens/trial/study-packs/actions/pack-action-faces'
import { aShownPack } from '../a-shown-pack'
import { aShownParticipant } from '../a-shown-participant'
import { aShownNotification, aShownPermission, aShownUser } from '../a-shown-record'
import { aShownTrial } from '../a-shown-trial'
import { press, tick, write } from '../by-hand'
import {
  answers,
  AS_ADMINISTRATOR,
  delayed,
  holds,
  inTurn,
  listOf,
  loses,
  openApp,
  pagesOf,
  refuses,
  type Reply,
} from '../open-app'
import { wordsOf } from '../shown-table'

/* Every dialog that writes, and the form of a user: what it says before it does, what it sends, and what it shows when it was refused. */

type Dialog = {
  at: string
  around: Reply[]
  /** What leads to it. */
  open: () => Promise<unknown>
  /** Its title; null for a form that is a page. */
  title: string | null
  /** What it asks for, in order. */
  fields: string[]
  /** What it says will follow. */
  says: (string | RegExp)[]
  fill?: () => Promise<unknown>
  button: string
  does: Reply
  sends: { call: string; body: unknown }
  refusedWith: ErrorCode
  /** What happens when it is pressed again after a refusal, where that is not sent under the same key. */
  again?: 'sent under another key' | 'is closed'
}

const TRIAL = aShownTrial({ is_managing_packs: true })
const SYSTEM = 1
const ADMINISTRATOR = 2
const WHY = 'Because of the audit'

const PARTICIPANT = aShownParticipant()
const PACK = aShownPack()
const USER = aShownUser()
const HELD = aShownPermission({ is_blinded_whole: true, is_unblind_authorized: true })
const COLLEAGUE = { id: 9, name: 'Keel', user_permissions: [HELD], trial_notification: aShownNotification() }

const ofUser = {
  at: '/users/9/permissions',
  around: [AS_ADMINISTRATOR, answers(api.getUser, USER), answers(api.listUserPermissions, { data: [HELD] })],
}
const ofTrialUser = {
  at: '/trials/1/users',
  around: [
    ...pagesOf(TRIAL, ADMINISTRATOR),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.listTrialUsers, listOf(COLLEAGUE)),
  ],
  choose: (item: string) => async () => {
    await press('Actions: Keel')
    await press(item, 'menuitem')
  },
}
const ofParticipant = (participant: Participant = PARTICIPANT) => ({
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

const PROVEN = aShownTrial({ nonce_hex: null, seed_revealed_at: null })
const ofProof = (changes: Partial<typeof PROVEN>) => ({
  at: '/trials/1/proof',
  around: [AS_ADMINISTRATOR, ...pagesOf({ ...PROVEN, ...changes }, SYSTEM), holds(api.getGuessability)],
})

const DELETING: Dialog = {
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
}

const DIALOGS: Record<string, Dialog> = {
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
      },
    },
    refusedWith: 'permission_exists',
  },
  'giving a user a permission': {
    ...ofUser,
    open: () => press('Add new user permission'),
    title: 'Add new user permission',
    fields: ['Role', 'Unblinded', 'Label replacement', 'Full'],
    says: [],
    button: 'Add permission of Keel',
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
    says: ['It is the only permission of Keel in this trial.'],
    button: 'Delete permission of Keel',
    does: answers(api.endPermission, undefined),
    sends: { call: 'DELETE users/9/permissions/1', body: null },
    refusedWith: 'forbidden',
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
      'About study packs',
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
    again: 'sent under another key',
  },
  'unblinding a participant': {
    ...ofParticipant(),
    open: () => press('Unblind'),
    title: 'Unblind participant 12',
    fields: ['Comment'],
    says: [/This cannot be undone/],
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
    says: [/cannot be taken back/],
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
    says: ['Nothing is deleted and nobody is randomised anew'],
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
    says: [ACTION_FACES.deactivate.means],
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
    says: [ACTION_FACES.remove.means],
    fill: () => write(/Reason/, WHY),
    button: 'Remove pack A-10001',
    does: answers(api.removeStudyPacks, { data: [aShownPack({ study_pack_status_id: 4 })] }),
    sends: { call: 'POST trials/1/study-packs/remove', body: { study_pack_id: 1, comment: WHY } },
    refusedWith: 'pack_status_conflict',
  },
  'transferring a pack': {
    ...ofPack(),
    open: ofPack().choose('Transfer to site'),
    title: 'Transfer to site: pack A-10001',
    fields: ['To site', 'Reason'],
    says: [ACTION_FACES.transfer.means, 'From Queens'],
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
    says: [ACTION_FACES.update.means],
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
        seen: [{ study_pack_id: 1, expire_on: '2027-03-31', duration: 28 }],
      },
    },
    refusedWith: 'pack_status_conflict',
  },
  'recalling a pack': {
    ...ofPack(aShownPack({ study_pack_status_id: 6 })),
    open: ofPack().choose('Recall'),
    title: 'Recall: pack A-10001',
    fields: ['Reason'],
    says: [ACTION_FACES.recall.means],
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
    says: ['Nobody can be randomised while the trial is paused.', 'Started becomes Paused'],
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
    says: ['Are you sure you wish to set this trial to the Terminated state?'],
    button: 'Yes: terminate trial',
    does: answers(
      api.changeTrialStatus,
      aShownTrial({ trial_status_id: 7, trial_status: { id: 7, name: 'Terminated' } }),
    ),
    sends: { call: 'POST trials/1/status', body: { trial_status_id: 7, reason: WHY } },
    refusedWith: 'status_change_not_allowed',
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
  'opening a site': {
    at: '/trials/1',
    around: [
      ...pagesOf(aShownTrial({ is_opening_sites: true }), ADMINISTRATOR),
      answers(api.getTrialStatistics, {
        statistics: { study_groups: [], sites: [], trial_strata: [], study_packs: [], recruitment: [] },
      }),
    ],
    open: () => press('Open site Queens'),
    title: 'Open Queens',
    fields: ['Reason'],
    says: ['It cannot be closed again'],
    fill: () => write(/Reason/, WHY),
    button: 'Open Queens',
    does: answers(api.openSite, aShownTrial()),
    sends: { call: 'POST trials/1/sites/11/open', body: { reason: WHY } },
    refusedWith: 'opening_not_awaited',
  },
  'revealing the seed': {
    ...ofProof({ trial_status_id: 6, trial_status: { id: 6, name: 'Finished' } }),
    open: () => press(/^Reveal/),
    title: 'Reveal seed',
    fields: ['Reason'],
    says: [/This cannot be undone/],
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
  'deleting accounts that a user signs in with': {
    at: '/users/9/auth',
    around: [
      AS_ADMINISTRATOR,
      answers(
        api.getUser,
        aShownUser({ user_profiles: [{ id: 1, idp: 'aaf', created_at: '2026-11-01T09:00:00.000Z' }] }),
      ),
    ],
    open: () => press('Delete IdP association: Academic federation'),
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

const opened = async ({ at, around, open, title, button: name, fill }: Dialog, does: Reply) => {
  const { sent } = openApp(at, [does, ...around])
  await open()
  const dialog = await (title === null ? screen.findByRole('main') : screen.findByRole('dialog', { name: title }))
  const button = await within(dialog).findByRole<HTMLButtonElement>('button', { name })
  return {
    sent,
    dialog,
    button,
    fill: async () => fill?.(),
    isGone: () => waitFor(() => expect(document.contains(button)).toBe(false)),
  }
}

/** Whatever is shown as an alert or against a field, in the dialog and around it, once for each place in which it stands. */
const alerts = () =>
  [...document.querySelectorAll('[role="alert"]:not(:has([role="alert"])), .mantine-InputWrapper-error')]
    .map(wordsOf)
    .filter((words) => words !== '')

/** How often something is said on the whole page. */
const timesSaid = (words: RegExp) => wordsOf(document.body).match(words)?.length ?? 0

/** The labels of what can be filled in, in order. */
const fieldsOf = (dialog: HTMLElement) =>
  [...dialog.querySelectorAll('label')].map((label) => wordsOf(label).replace(' *', ''))

describe.each(Object.entries(DIALOGS))('%s', (_, shown) => {
  const { fields, says, does, sends, refusedWith, again } = shown

  test('says what follows, sends it once, and closes when it was done', async () => {
    const reply = delayed(does)
    const { sent, dialog, button, fill, isGone } = await opened(shown, reply)
    expect(fieldsOf(dialog)).toEqual(fields)
    for (const words of says) expect(wordsOf(dialog)).toMatch(words)
    await fill()
    fireEvent.click(button)
    await waitFor(() => expect(button.disabled).toBe(true))
    fireEvent.click(button)
    fireEvent.keyDown(dialog, { key: 'Escape' })
    expect(document.contains(button)).toBe(true)
    reply.letGo()
    await isGone()
    expect(sent).toEqual([{ ...sends, key: expect.any(String) }])
  })

  test('shows once that it was refused, then that the connection was lost, and is sent again', async () => {
    const replies = inTurn(refuses(does.endpoint, refusal(refusedWith)), loses(does.endpoint), does)
    const { sent, button, fill, isGone } = await opened(shown, replies)
    const pressed = async (shows: RegExp) => {
      const before = alerts()
      const failures = () => alerts().filter((words) => !before.includes(words))
      fireEvent.click(button)
      await waitFor(() => expect(failures()).toEqual([expect.stringMatching(shows)]))
      await waitFor(() => expect(button.disabled && document.contains(button)).toBe(false))
      expect(failures()).toHaveLength(1)
      expect(timesSaid(shows)).toBe(1)
    }
    await fill()
    await pressed(new RegExp(ERRORS[refusedWith].message, 'g'))
    if (again === 'is closed') return isGone()
    await pressed(/network error/gi)
    fireEvent.click(button)
    await isGone()
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(again === undefined ? 1 : 3)
    return undefined
  })
})

/* The dialog shows it as long as it stands there; what stays after it is a toast (specification 001, section 8). */
test('a permission whose deletion was refused is told in a toast once its dialog is closed', async () => {
  const shown = DELETING
  const { button } = await opened(shown, refuses(api.endPermission, refusal('own_permission')))
  fireEvent.click(button)
  const { message } = ERRORS.own_permission
  await waitFor(() => expect(alerts()).toContain(`User permission was not deleted ${message}`))
  expect(timesSaid(new RegExp(message, 'g'))).toBe(1)
  await press('Cancel')
  await waitFor(() => expect(document.contains(button)).toBe(false))
  expect(alerts()).toContain(`User permission was not deleted ${message}`)
  expect(timesSaid(new RegExp(message, 'g'))).toBe(1)
})

/* A flag goes through the outbox of the device, which keeps it where the server is not reached. */
describe('flagging a participant', () => {
  const flagged = async (id: number, reply: Reply) => {
    const { at, around } = ofParticipant(aShownParticipant({ id }))
    const { sent } = openApp(at, [reply, ...around])
    await press('Flag')
    const dialog = await screen.findByRole('dialog', { name: 'Flag participant 12' })
    expect(fieldsOf(dialog)).toEqual(['Comment'])
    await write(/Comment/, WHY)
    const button = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Flag participant 12' })
    fireEvent.click(button)
    return { sent, dialog, button }
  }
  const DONE = answers(api.flagParticipant, aShownParticipant({ flag_status: { name: 'Flagged' } }))

  test('is sent once and closes the dialog', async () => {
    const { sent, button } = await flagged(71, DONE)
    await waitFor(() => expect(document.contains(button)).toBe(false))
    const body = { comment: WHY, flag_status: 'Flagged', performed_at: '2026-11-21T10:00:00.000Z' }
    expect(sent).toEqual([{ call: 'POST trials/1/participants/71/flag', body, key: expect.any(String) }])
  })

  test('shows in place why it was refused', async () => {
    const { sent, dialog } = await flagged(72, refuses(api.flagParticipant, refusal('flag_state_unchanged')))
    await within(dialog).findByText(new RegExp(ERRORS.flag_state_unchanged.message))
    expect(sent).toHaveLength(1)
  })
})
