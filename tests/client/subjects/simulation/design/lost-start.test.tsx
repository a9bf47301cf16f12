// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { NOT_KNOWN_WHETHER_SAVED, SEND_AGAIN } from '../../../../../src/client/safety-words'
import { press } from '../../../by-hand'
import { answers, holds, inTurn, loses, openApp } from '../../../open-app'
import { wordsOf } from '../../../shown-table'

test('a simulation whose answer was lost may be under way: that is said, and it is sent again under the same key', async () => {
  const { sent, address } = openApp('/simulation', [
    inTurn(loses(api.startSimulation), answers(api.startSimulation, { id: 5 })),
    holds(api.getSimulation),
  ])
  await press('Simulate')
  const dialog = await screen.findByRole('dialog', { name: 'An error has occurred' })
  expect(wordsOf(dialog)).toContain(`${NOT_KNOWN_WHETHER_SAVED} ${SEND_AGAIN}`)
  await press('Back to what you entered')
  const words = new RegExp(`${NOT_KNOWN_WHETHER_SAVED} ${SEND_AGAIN} .Network error`)
  await waitFor(() => expect(wordsOf(document.body)).toMatch(words))
  await press('Simulate')
  await waitFor(() => expect(address()).toContain('run='))
  const [first, again] = sent
  expect(first?.call).toBe('POST simulations')
  expect(sent).toEqual([first, first])
  expect(again?.key).toBeTruthy()
})
