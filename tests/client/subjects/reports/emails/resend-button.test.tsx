// @vitest-environment happy-dom
import { api } from '#contract/api'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownMessage } from '../../../a-shown-record'
import { aShownTrial } from '../../../a-shown-trial'
import { press } from '../../../by-hand'
import { answers, listOf, openApp, pagesOf } from '../../../open-app'
import { wordsOf } from '../../../shown-table'
import { ADMINISTRATOR } from '../../shown-lists'

/* An email is sent again only after a second press. */

const opened = async () => {
  const { sent } = openApp('/trials/1/messages', [
    ...pagesOf(aShownTrial(), ADMINISTRATOR),
    answers(api.listMessages, listOf(aShownMessage())),
    answers(api.resendMessage, aShownMessage({ id: 2, state: 'queued' })),
  ])
  await press(/^Send again to Keel/)
  const dialog = await screen.findByRole('dialog', { name: 'Send this email again?' })
  return { sent, dialog }
}

test('the first press asks, and names who receives it', async () => {
  const { sent, dialog } = await opened()
  expect(wordsOf(dialog)).toContain('Keel <keel@example.org> will receive it a second time.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
})

test('the second press sends it', async () => {
  const { sent, dialog } = await opened()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Send again' }))
  expect(await screen.findByText(/is queued again/)).toBeDefined()
  expect(sent).toHaveLength(1)
})
