// @vitest-environment happy-dom
import { api } from '#contract/api'
import { listTrials } from '#contract/trials'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press, write } from '../../../by-hand'
import { answers, AS_ADMINISTRATOR, listOf, openApp } from '../../../open-app'

/* A touch on a link does not lose the text of a form that has no drafts. */

const AROUND = [
  AS_ADMINISTRATOR,
  answers(listTrials, listOf()),
  answers(api.listUsers, listOf()),
  answers(api.countBroadcast, { count: 3 }),
]

test.each([
  ['/users/new', /^Name/],
  ['/users/broadcast', /^Subject/],
])('leaving %s asks first', async (address, field) => {
  openApp(address, AROUND)
  await write(field, 'Keel')
  await press('Home', 'link')
  expect(await screen.findByText('What you have written here will be lost.')).toBeDefined()
  await press('Stay')
  expect((await screen.findByLabelText<HTMLInputElement>(field)).value).toBe('Keel')
  await press('Home', 'link')
  await press('Leave without saving')
  await waitFor(() => expect(screen.queryByLabelText(field)).toBeNull())
})

test('an empty form is left without a question', async () => {
  openApp('/users/new', AROUND)
  await screen.findByLabelText(/^Name/)
  await press('Home', 'link')
  await waitFor(() => expect(screen.queryByLabelText(/^Name/)).toBeNull())
  expect(screen.queryByText('What you have written here will be lost.')).toBeNull()
})
