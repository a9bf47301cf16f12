// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { ERRORS, refusal } from '#contract/errors'
import { act, screen, waitFor } from '@testing-library/react'
import { BroadcastChannel } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { session } from '../../../../src/client/session/this-session'
import { announceConfirmation } from '../../../../src/client/session/fresh-sign-in/confirmation-channel'
import { press, write } from '../../by-hand'
import { answers, inTurn, openApp, refuses } from '../../open-app'
import { ofParticipant } from '../../subjects/dialogs-about-trials'

const QUESTION = 'Sign in again to confirm that it is you'
const { unblindParticipant } = api
const disclosure = answers(unblindParticipant, { trial_sequence_no: 12, study_group: { name: 'Aspirin' } })
const notFresh = refuses(unblindParticipant, refusal('sign_in_not_fresh'))

/** Opens a page on which a person has entered a reason, pressed, and must sign in again. */
const openWith = async (...replies: Parameters<typeof inTurn>) => {
  // Every browser has this; happy-dom has not.
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  const { at, around } = ofParticipant()
  const app = openApp(at, [inTurn(...replies), ...around])
  await press('Unblind')
  await write(/Comment/, 'Severe bleeding')
  await press('Unblind participant 12')
  await screen.findByText(QUESTION)
  return app
}

test('a write that needs a fresh sign-in is sent again unchanged and with the same key, once another tab reports the sign-in', async () => {
  const { sent } = await openWith(notFresh, disclosure)
  act(announceConfirmation)
  await screen.findByText('Aspirin')
  expect(sent.map(({ body }) => body)).toEqual([{ comment: 'Severe bleeding' }, { comment: 'Severe bleeding' }])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
})

test('it is asked once more where the sign-in did not count', async () => {
  const { sent } = await openWith(notFresh, notFresh, disclosure)
  act(announceConfirmation)
  await waitFor(() => expect(sent).toHaveLength(2))
  await screen.findByText(QUESTION)
  act(announceConfirmation)
  await screen.findByText('Aspirin')
})

test('a person who cancels sees the refusal in place, still signed in, with their input', async () => {
  const { sent } = await openWith(notFresh, disclosure)
  const [, cancel] = await screen.findAllByRole('button', { name: 'Cancel' })
  act(() => cancel?.click())
  await screen.findByText(ERRORS.sign_in_not_fresh.message)
  expect(sent).toHaveLength(1)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Comment/ }).value).toBe('Severe bleeding')
  expect(session.state.get().session).not.toBeNull()
})

test('nothing is sent where the session ends meanwhile', async () => {
  const { sent } = await openWith(notFresh, disclosure)
  act(session.end)
  await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
  expect(sent).toHaveLength(1)
})

test('a write that asks only after a PIN or passkey opened the device is sent again in the same way', async () => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  const { recordInadvertentUnblinding } = api
  const recorded = {
    id: 1,
    created_at: '2026-11-21T10:00:00.000Z',
    recorded_by_user: { id: 4, name: 'Grace Okafor' },
    comment: 'Seen on a label',
  }
  const refused = refuses(recordInadvertentUnblinding, refusal('sign_in_not_fresh'))
  const { at, around } = ofParticipant()
  const { sent } = openApp(at, [inTurn(refused, answers(recordInadvertentUnblinding, recorded)), ...around])
  await press('Record an inadvertent unblinding')
  await write(/Comment/, 'Seen on a label')
  await press('Record the unblinding')
  await screen.findByText(QUESTION)
  act(announceConfirmation)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})
