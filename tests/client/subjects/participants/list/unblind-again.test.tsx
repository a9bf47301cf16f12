// @vitest-environment happy-dom
// Imported first: Dexie looks for IndexedDB when it is loaded.
import 'fake-indexeddb/auto'
import { api } from '#contract/api'
import { ERRORS, refusal } from '#contract/errors'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrial } from '../../../a-shown-trial'
import { press, write } from '../../../by-hand'
import { answers, inTurn, keeps, loses, openApp, refuses } from '../../../open-app'
import { ofParticipant } from '../../dialogs-about-trials'

const COMMENT = 'Severe bleeding'

test('a person who has unblinded many recently is asked once, presses again, and the same is sent after a lost answer', async () => {
  const { at, around } = ofParticipant()
  const { unblindParticipant } = api
  const disclosure = answers(unblindParticipant, { trial_sequence_no: 12, study_group: { name: 'Aspirin' } })
  const replies = inTurn(refuses(unblindParticipant, refusal('many_unblinded')), loses(unblindParticipant), disclosure)
  const { sent } = openApp(at, [replies, ...around])
  await press('Unblind')
  await write(/Comment/, COMMENT)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Unblind participant 12' })
  const pressed = async (shows: RegExp | string) => {
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
    await screen.findAllByText(shows)
  }
  await pressed(ERRORS.many_unblinded.message)
  await pressed(/network error/i)
  await pressed('Aspirin')
  expect(sent.map(({ body }) => body)).toEqual([
    { comment: COMMENT },
    { comment: COMMENT, confirms_many: true },
    { comment: COMMENT, confirms_many: true },
  ])
  expect(sent[2]?.key).toBe(sent[1]?.key)
})

test("unblinding opens at once while the server's answer about the trial is slow", async () => {
  const { at, around } = ofParticipant()
  openApp(at, [keeps(api.getTrial, aShownTrial(), '2026-11-21T09:48:00.000Z'), ...around])
  await press('Unblind')
  expect(await screen.findByRole('dialog', { name: 'Unblind participant 12' })).toBeDefined()
})
