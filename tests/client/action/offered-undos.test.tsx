// @vitest-environment happy-dom
// First of all: Dexie takes hold of the browser's database as it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { refusal } from '#contract/errors'
import type { StudyPack } from '#contract/study-packs'
import type { FlagStatusName } from '#domain/participants/participant'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { UNDO_COMMENT } from '../../../src/client/action/use-offer-undo'
import { UNDO_NOT_KNOWN } from '../../../src/client/safety-words'
import { aShownPack } from '../a-shown-pack'
import { aShownParticipant } from '../a-shown-participant'
import { aShownNotification, aShownPermission, aShownUser } from '../a-shown-record'
import { aShownTrial } from '../a-shown-trial'
import { press, tick, write } from '../by-hand'
import { answers, AS_ADMINISTRATOR, inTurn, listOf, loses, openApp, pagesOf, refuses, type Reply } from '../open-app'

/* The four actions that can be undone, on their screens: Undo sends the opposite, marked as an undo, under a key of its own. */

const TRIAL_ADMINISTRATOR = 2
const TRIAL = aShownTrial({ is_managing_packs: true })
const WHY = 'By mistake'

type Place = {
  at: string
  around: Reply[]
  /** What a person does, up to the last button. */
  acts: () => Promise<unknown>
  done: string
  undone: string
  /** The answer to the action and the one to its undo, of one call or of two. */
  does: Reply
  undoes: Reply
  sends: { call: string; body: object }
  sendsBack: { call: string; body: object }
}

const flagging = (id: number, wanted: FlagStatusName, opposite: FlagStatusName, verb: string): Place => {
  const shown = (name: FlagStatusName) => aShownParticipant({ id, flag_status: { name } })
  const call = `POST trials/1/participants/${id}/flag`
  return {
    at: `/trials/1/participants/${id}`,
    around: [
      ...pagesOf(TRIAL, TRIAL_ADMINISTRATOR),
      answers(api.listStudyPacks, { data: [] }),
      answers(api.getParticipant, shown(opposite)),
      answers(api.getParticipantHistory, { data: [] }),
    ],
    acts: async () => {
      await press(verb)
      await write(/Comment/, WHY)
      await press(`${verb} participant 12`)
    },
    done: `Participant 12 is ${wanted.toLowerCase()}.`,
    undone: `Participant 12 is ${opposite.toLowerCase()} again.`,
    does: answers(api.flagParticipant, shown(wanted)),
    undoes: answers(api.flagParticipant, shown(opposite)),
    sends: { call, body: { comment: WHY, flag_status: wanted, performed_at: '2026-11-21T10:00:00.000Z' } },
    sendsBack: { call, body: { comment: UNDO_COMMENT, flag_status: opposite, undo: true } },
  }
}

type PackStatus = StudyPack['study_pack_status_id']
const ACTIVE = 2
const INACTIVE = 1
const PACK_CALLS = { activate: api.activateStudyPacks, deactivate: api.deactivateStudyPacks } as const

const stocking = (
  action: keyof typeof PACK_CALLS,
  opposite: keyof typeof PACK_CALLS,
  [before, after]: readonly [PackStatus, PackStatus],
): Place => {
  const label = action === 'activate' ? 'Activate' : 'Deactivate'
  const packs = (study_pack_status_id: PackStatus) => [aShownPack({ study_pack_status_id })]
  return {
    at: '/trials/1/study-packs',
    around: [
      ...pagesOf(TRIAL, TRIAL_ADMINISTRATOR),
      answers(api.listStudyPacks, { data: [{ batch_id: 'B1', study_packs: packs(before) }] }),
    ],
    acts: async () => {
      await press('Actions: pack A-10001')
      await press(label, 'menuitem')
      await write(/Reason/, WHY)
      await press(`${label} pack A-10001`)
    },
    done: 'You can undo this for 10 seconds.',
    undone: `Pack A-10001 was ${opposite}d again.`,
    does: answers(PACK_CALLS[action], { data: packs(after) }),
    undoes: answers(PACK_CALLS[opposite], { data: packs(before) }),
    sends: { call: `POST trials/1/study-packs/${action}`, body: { study_pack_id: 1, comment: WHY } },
    sendsBack: {
      call: `POST trials/1/study-packs/${opposite}`,
      body: { study_pack_ids: [1], comment: UNDO_COMMENT, undo: true },
    },
  }
}

const PREFERENCES = {
  on_trial_status: true,
  on_trial_completion: true,
  on_randomisation: false,
  on_unblinding: false,
  on_study_packs: false,
}
const COLLEAGUE = {
  id: 9,
  name: 'Keel',
  user_permissions: [aShownPermission()],
  trial_notification: aShownNotification(),
}

const NOTIFYING: Place = {
  at: '/trials/1/users',
  around: [
    ...pagesOf(TRIAL, TRIAL_ADMINISTRATOR),
    answers(api.listStudyPacks, { data: [] }),
    answers(api.listTrialUsers, listOf(COLLEAGUE)),
  ],
  acts: async () => {
    await press(/^Actions: Keel \(ID \d+\)$/)
    await press('Notifications', 'menuitem')
    await tick('When a participant is randomised')
    await press('Save notifications of Keel')
  },
  done: 'Notification preferences saved',
  undone: 'Notification preferences are as before',
  does: answers(api.saveTrialNotification, aShownNotification({ on_randomisation: true })),
  undoes: answers(api.saveTrialNotification, aShownNotification()),
  sends: { call: 'PUT trials/1/users/9/notifications/1', body: { ...PREFERENCES, on_randomisation: true } },
  sendsBack: { call: 'PUT trials/1/users/9/notifications/1', body: { ...PREFERENCES, undo: true } },
}

const activating = (is_active: boolean): Place => {
  const [word, opposite] = is_active ? ['active', 'inactive'] : ['inactive', 'active']
  return {
    at: '/users/9/auth',
    around: [AS_ADMINISTRATOR, answers(api.getUser, aShownUser({ is_active: !is_active }))],
    acts: () => press(`Mark user ${word}`),
    done: `User marked ${word} successfully`,
    undone: `The user is ${opposite} again`,
    does: answers(api.setUserActive, aShownUser({ is_active })),
    undoes: answers(api.setUserActive, aShownUser({ is_active: !is_active })),
    sends: { call: 'POST users/9/active', body: { is_active } },
    sendsBack: { call: 'POST users/9/active', body: { is_active: !is_active, undo: true } },
  }
}

/** Each place; `id` is the first of two participants whom no other test flags, since the outbox outlives a test. */
const placesWith = (id: number): readonly (readonly [string, Place])[] => [
  ['flagging a participant', flagging(id, 'Flagged', 'Unflagged', 'Flag')],
  ['unflagging a participant', flagging(id + 1, 'Unflagged', 'Flagged', 'Unflag')],
  ['activating a pack', stocking('activate', 'deactivate', [INACTIVE, ACTIVE])],
  ['deactivating a pack', stocking('deactivate', 'activate', [ACTIVE, INACTIVE])],
  ['saving notification preferences', NOTIFYING],
  ['marking a user active', activating(true)],
  ['marking a user inactive', activating(false)],
]

/** The reply to the action, and one to each press of Undo after it. */
const repliesOf = ({ does, undoes }: Place, first: Reply, ...then: Reply[]): Reply[] =>
  does.endpoint === undoes.endpoint ? [inTurn(does, first, ...then)] : [does, inTurn(first, ...then)]

const acted = async (place: Place, first: Reply, ...then: Reply[]) => {
  const { sent } = openApp(place.at, [...repliesOf(place, first, ...then), ...place.around])
  await place.acts()
  await screen.findByText(place.done)
  return sent
}

const ANY_KEY = { key: expect.any(String) }

test.each(placesWith(81))('%s can be undone', async (_name, place) => {
  const sent = await acted(place, place.undoes)
  expect(sent).toEqual([{ ...place.sends, ...ANY_KEY }])
  await press('Undo')
  await screen.findByText(place.undone)
  expect(sent).toEqual([
    { ...place.sends, ...ANY_KEY },
    { ...place.sendsBack, ...ANY_KEY },
  ])
  expect(sent[0]?.key).not.toBe(sent[1]?.key)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test.each(placesWith(83))(
  'after a lost answer the undo of %s is sent again under the same key',
  async (_name, place) => {
    const sent = await acted(place, loses(place.undoes.endpoint), place.undoes)
    await press('Undo')
    await screen.findByText(UNDO_NOT_KNOWN.title)
    await press('Undo')
    await screen.findByText(place.undone)
    expect(sent[2]).toEqual(sent[1])
  },
)

test.each(placesWith(85))('a refused undo of %s says so, and is not offered again', async (_name, place) => {
  await acted(place, refuses(place.undoes.endpoint, refusal('not_undone')))
  await press('Undo')
  expect(await screen.findAllByText(/^Not undone/)).not.toEqual([])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(screen.queryByText(place.undone)).toBeNull()
})
