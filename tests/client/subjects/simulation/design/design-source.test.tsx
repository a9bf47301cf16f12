// @vitest-environment happy-dom
import { api } from '#contract/api'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press } from '../../../by-hand'
import { AS_ADMINISTRATOR, openApp, refuses } from '../../../open-app'

test('no form is filled in where the simulations that it repeats could not be loaded', async () => {
  openApp('/simulation?run=5&run=6', [AS_ADMINISTRATOR, refuses(api.getSimulation, { code: 'internal_error' })])
  await press('Change the design')
  const results = within(await screen.findByRole('region', { name: 'Results' }))
  await results.findAllByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'Simulate' })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Try again' }).length).toBe(3)
})

test('an empty form is offered where a simulation is gone, and says so', async () => {
  openApp('/simulation?run=5&run=6', [AS_ADMINISTRATOR, refuses(api.getSimulation, { code: 'not_found' })])
  await press('Change the design')
  await screen.findByText('A simulation that this was opened from is gone, so nothing is filled in.')
  expect(await screen.findByRole('button', { name: 'Simulate' })).toBeTruthy()
})
