// @vitest-environment happy-dom
import { listUsers } from '#contract/users'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownTrial } from '../a-shown-trial'
import { write } from '../by-hand'
import { answers, listOf, openApp, pagesOf } from '../open-app'
import { ADMINISTRATOR } from './shown-lists'

/* Adding a user to a trial starts with the role that permits least, and blinded where the trial requires it. */

const chosen = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).checked
const isOffered = async (label: string) => !(await screen.findByLabelText<HTMLInputElement>(label)).disabled

test.each([
  { requires: {}, blinding: 'Unblinded', isUnblindedOffered: true },
  { requires: { is_blinded_users: true }, blinding: 'Full', isUnblindedOffered: false },
  { requires: { is_blinded_investigators: true }, blinding: 'Unblinded', isUnblindedOffered: true },
])('in a trial with $requires: $blinding', async ({ requires, blinding, isUnblindedOffered }) => {
  const trial = aShownTrial(requires)
  openApp('/trials/1/users/new', [...pagesOf(trial, ADMINISTRATOR), answers(listUsers, listOf())])
  const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Role/ })
  expect(role.selectedOptions[0]?.text).toBe('Trial viewer')
  await waitFor(async () => expect(await chosen(blinding)).toBe(true))
  expect(await isOffered('Unblinded')).toBe(isUnblindedOffered)
})

test('a role that must be blinded is blinded when it is chosen', async () => {
  openApp('/trials/1/users/new', [
    ...pagesOf(aShownTrial({ is_blinded_investigators: true }), ADMINISTRATOR),
    answers(listUsers, listOf()),
  ])
  expect(await chosen('Unblinded')).toBe(true)
  await write(/^Role/, '2')
  await waitFor(async () => expect(await chosen('Full')).toBe(true))
  expect(await isOffered('Unblinded')).toBe(false)
})
