// @vitest-environment happy-dom
import { api } from '#contract/api'
import { OFFLINE_REASONS } from '../../../../../src/client/offline-reasons'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownParticipant } from '../../../a-shown-participant'
import { aShownTrial } from '../../../a-shown-trial'
import { answers, delayed, keeps, loses, openApp, pagesOf, type Reply } from '../../../open-app'
import { ADMINISTRATOR } from '../../shown-lists'

/* A participant from the device's store is shown on the same screens as one from the server. */

const AS_OF = '2026-11-21T09:48:00.000Z'
const TRIAL = aShownTrial()
const WHOLE = aShownParticipant()
const { id, trial_sequence_no, participant_id, site, flag_status } = WHOLE
const SNAPSHOT = { data: [{ id, trial_sequence_no, participant_id, site_id: site.id, flag_status }] }

const opens = (at: string, ...replies: Reply[]) =>
  openApp(at, [
    // Before the participant, as its address would fit that reply too.
    keeps(api.getParticipantsSnapshot, SNAPSHOT, AS_OF),
    ...replies,
    loses(api.getParticipant),
    loses(api.getParticipantHistory),
    ...pagesOf(TRIAL, ADMINISTRATOR),
  ])

test('the page shows the stored fields with their age, and only the flag as an action', async () => {
  opens(`/trials/1/participants/${id}`, keeps(api.getTrial, TRIAL, AS_OF))
  await screen.findByRole('heading', { level: 2, name: `Participant ${trial_sequence_no}` })
  expect(screen.getAllByText(/Last updated 09:48/)).toHaveLength(1)
  expect(screen.getByText(OFFLINE_REASONS.viewRecord)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Flag' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Record an error' })).toBeNull()
  expect(document.body.textContent).not.toContain('Study group')
})

test('a participant who is not stored is reported as such', async () => {
  opens('/trials/1/participants/4040', keeps(api.getTrial, TRIAL, AS_OF))
  expect(await screen.findByText('This participant is not saved on this device.')).toBeDefined()
})

test('the server’s answer replaces the stored one on the same page', async () => {
  const slow = delayed(answers(api.getParticipant, WHOLE))
  opens(`/trials/1/participants/${id}`, slow, answers(api.getParticipantHistory, { data: [] }))
  await screen.findByText(OFFLINE_REASONS.viewRecord)
  const heading = screen.getByRole('heading', { level: 2, name: `Participant ${trial_sequence_no}` })
  await act(async () => slow.letGo())
  await screen.findByText('Study group')
  await waitFor(() => expect(screen.queryByText(/Last updated/)).toBeNull())
  expect(heading.isConnected).toBe(true)
})
