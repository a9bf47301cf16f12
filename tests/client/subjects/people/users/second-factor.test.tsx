// @vitest-environment happy-dom
import { api } from '#contract/api'
import { ERRORS, refusal } from '#contract/errors'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownUser } from '../../../a-shown-record'
import { press } from '../../../by-hand'
import { answers, AS_ADMINISTRATOR, ME, openApp, refuses, type Reply } from '../../../open-app'

/* Removes the second factor from a user who lost it. */

const external = { id: 1, idp: 'lti', created_at: '2026-11-21T09:00:00.000Z' } as const
const USER = aShownUser({ user_profiles: [external] })
const RESET = 'Reset second factor'

const opened = (user: typeof USER, ...replies: Reply[]) =>
  openApp(`/users/${user.id}/auth`, [AS_ADMINISTRATOR, answers(api.getUser, user), ...replies])

test('is offered where the user has an external user account, with its consequence', async () => {
  const { sent } = opened(USER, answers(api.resetSecondFactor, USER))
  expect(await screen.findByText(/They are signed out, and set up a new one at the next sign-in/)).toBeDefined()
  await press(RESET)
  await screen.findByText('Second factor of Keel (ID 9) reset successfully')
  expect(sent).toEqual([{ call: 'POST users/9/second-factor/reset', body: null, key: expect.any(String) }])
})

test('is not offered for other accounts', async () => {
  opened(aShownUser({ user_profiles: [{ ...external, idp: 'sso' }] }))
  await screen.findByRole('heading', { name: 'Activation status' })
  expect(screen.queryByRole('button', { name: RESET })).toBeNull()
})

test('is not offered for oneself, and says who must do it', async () => {
  opened(aShownUser({ id: ME.id, user_profiles: [external] }))
  await screen.findByText(ERRORS.own_second_factor.message)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: RESET })).disabled).toBe(true)
})

test('shows why it was refused', async () => {
  opened(USER, refuses(api.resetSecondFactor, refusal('no_second_factor')))
  await screen.findByText(/They are signed out/)
  await press(RESET)
  await waitFor(() => expect(document.body.textContent).toContain(ERRORS.no_second_factor.message))
})
