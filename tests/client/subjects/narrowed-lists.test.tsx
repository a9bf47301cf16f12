// @vitest-environment happy-dom
import { listTrials } from '#contract/trials'
import { listUsers } from '#contract/users'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownUser } from '../a-shown-record'
import { aShownTrialSummary } from '../a-shown-trial'
import { answers, AS_ADMINISTRATOR, listOf, openApp } from '../open-app'
import { shownTable } from '../shown-table'

/* A filtered list says so, also while its filters are closed. */

const TRIALS = answers(listTrials, listOf(aShownTrialSummary()))
const USERS = answers(listUsers, listOf(aShownUser({})))

test.each([
  {
    at: '/trials?status=rejected&status=paused',
    replies: [TRIALS],
    button: 'Search/Filter',
    words: 'Rejected, Paused',
    clear: 'Show all trials',
  },
  {
    at: '/trials?q=cedar&status=pending',
    replies: [TRIALS],
    button: 'Search/Filter',
    words: '“cedar”, Pending',
    clear: 'Show all trials',
  },
  { at: '/users?q=obi', replies: [AS_ADMINISTRATOR, USERS], button: 'Search', words: '“obi”', clear: 'Show all users' },
  {
    at: '/users?association=not_invited&account=expired',
    replies: [AS_ADMINISTRATOR, USERS],
    button: 'Search',
    words: 'Not invited, Expired',
    clear: 'Show all users',
  },
])('$at', async ({ at, replies, button, words, clear }) => {
  openApp(at, replies)
  const toggle = await screen.findByRole('button', { name: button, expanded: true })
  expect(screen.queryByText(`Shown: ${words}`)).toBeNull()
  fireEvent.click(toggle)
  expect(await screen.findByText(`Shown: ${words}`)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: clear }))
  await waitFor(() => expect(screen.queryByText(`Shown: ${words}`)).toBeNull())
})

test('a status that the filter does not offer has a box where the address has it, and can be removed', async () => {
  openApp('/trials?status=pending', [TRIALS])
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Pending', checked: true }))
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Pending' })).toBeNull())
  expect(screen.getAllByRole('checkbox', { checked: false })).toHaveLength(6)
})

test.each([
  { at: '/trials', replies: [TRIALS], name: 'Trials' },
  { at: '/users', replies: [AS_ADMINISTRATOR, USERS], name: 'Users' },
])('$at shows no such message while all rows are shown', async ({ at, replies, name }) => {
  openApp(at, replies)
  expect(await shownTable(name)).toHaveLength(2)
  expect(screen.queryByText(/^Shown: /)).toBeNull()
})
