// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownMessage } from '../../../a-shown-record'
import { aShownTrial } from '../../../a-shown-trial'
import { answers, listOf, ME, openApp, pagesOf } from '../../../open-app'
import { ADMINISTRATOR } from '../../shown-lists'

/* An email leads to the person who received it and to the participant that it is about. */

const linksFor = async (maxLevel: number) => {
  openApp('/trials/1/messages', [
    answers(api.getMe, { ...ME, max_level: maxLevel }),
    ...pagesOf(aShownTrial(), ADMINISTRATOR),
    answers(api.listMessages, listOf(aShownMessage())),
  ])
  const table = await screen.findByRole('table', { name: 'Emails' })
  await within(table).findByText(/Keel/)
  return within(table)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
}

test('for people who manage users, both are links', async () => {
  expect(await linksFor(4)).toEqual(['/users/7', '/trials/1/participants/71'])
})

test('for others, the participant is one', async () => {
  expect(await linksFor(3)).toEqual(['/trials/1/participants/71'])
})
