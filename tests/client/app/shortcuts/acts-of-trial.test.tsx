// @vitest-environment happy-dom
import { api } from '#contract/api'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { SCANNED_WITHIN_MS } from '../../../../src/client/browser/scanner-pace'
import { requestedStatus, requestStatusChange } from '../../../../src/client/subjects/trials/trial/requested-status'
import { aShownTrial } from '../../a-shown-trial'
import { answers, holds, inTurn, keeps, openApp, pagesOf, type Reply } from '../../open-app'

/* The single keys of a trial work where the page that they open is permitted. */

const SYSTEM = 1
const TRIAL = aShownTrial()
const STORED = keeps(api.getTrial, TRIAL, '2026-11-21T09:48:00.000Z')

beforeEach(() => requestedStatus.set(null))

const opensTrial = async (...replies: Reply[]) => {
  const opened = openApp('/trials/1/participants', [
    ...replies,
    ...pagesOf(TRIAL, SYSTEM),
    answers(api.listParticipants, { data: [], page: 1, pages: 1, total: 0, page_size: 10 }),
    holds(api.getTrialStatistics),
    holds(api.getReadiness),
  ])
  await screen.findByRole('heading', { level: 2, name: 'Participants' })
  return opened
}

/** The acts that the sheet lists; its own key opens it. */
const listedActs = async () => {
  // Repeats the key until its listener is loaded, more slowly than a scanner.
  await waitFor(
    () => {
      fireEvent.keyDown(document.body, { key: '?' })
      expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeNull()
    },
    { interval: 4 * SCANNED_WITHIN_MS },
  )
  const sheet = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  return ['Randomise a participant', 'Change status'].filter((words) => sheet.queryByText(words) !== null)
}

test('actions that need the server are offered on a trial from the server', async () => {
  await opensTrial()
  expect(await listedActs()).toEqual(['Randomise a participant', 'Change status'])
})

test('they are not offered on a stored trial', async () => {
  await opensTrial(STORED)
  expect(await listedActs()).toEqual([])
})

test('a change of status that cannot open is dropped, and does not open later', async () => {
  await opensTrial(inTurn(STORED, answers(api.getTrial, TRIAL)))
  act(() => requestStatusChange(1, 4))
  await waitFor(() => expect(requestedStatus.get()).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a change of status that is open does not go over to another trial', async () => {
  const { go } = await opensTrial(
    inTurn(answers(api.getTrial, TRIAL), answers(api.getTrial, { ...TRIAL, id: 2, title: 'Another' })),
  )
  const [shown] = await screen.findAllByText('Change status')
  if (shown) fireEvent.click(shown)
  await screen.findByRole('dialog')
  await act(() => go('/trials/2/participants'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Ctrl Enter sends the form that has the focus, once however long the keys are held', async () => {
  const { sent } = await opensTrial(answers(api.changeTrialStatus, TRIAL))
  act(() => requestStatusChange(1, 4))
  const reason = await within(await screen.findByRole('dialog')).findByRole('textbox', { name: 'Reason' })
  fireEvent.change(reason, { target: { value: 'Stock check' } })
  reason.focus()
  // Repeats the keys until their listener is loaded.
  await waitFor(() => {
    if (sent.length === 0) fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true })
    fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true, repeat: true })
    expect(sent).toHaveLength(1)
  })
})
