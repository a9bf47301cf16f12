// @vitest-environment happy-dom
import { getAppInstance } from '#contract/app-instance'
import { getMe } from '#contract/session'
import { listTrials } from '#contract/trials'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '../../../src/client/session/this-session'
import { answers, AS_ADMINISTRATOR, listOf, ME, openApp } from '../open-app'

test('a signed-in person finds Trials, Reports, Auditing and Users first, in this order', async () => {
  openApp('/', [AS_ADMINISTRATOR, answers(getMe, { ...ME, max_level: 4 }), answers(listTrials, listOf())])
  await screen.findByRole('heading', { name: 'No active trials found' })
  const buttons = screen.getAllByRole('link').map(({ textContent }) => textContent)
  const first = buttons.indexOf('Trials')
  expect(buttons.slice(first, first + 7)).toEqual([
    'Trials',
    'Reports',
    'Auditing',
    'Users',
    'Status',
    'Simulation',
    'User profile',
  ])
})

test('a visitor finds pricing and trial registration, two links to the main website', async () => {
  const instance = {
    instance: 'prod',
    google_analytics_id: null,
    version: '1.0.0',
    university: 'example',
    university_name: 'Example University',
    service_name: 'Equipoise',
    service_url: 'https://example.org/trials',
    error_report_url: null,
    providers: [],
  }
  openApp('/', [answers(getAppInstance, instance), answers(listTrials, listOf())])
  session.end()
  for (const name of ['Pricing', 'Trial registration']) {
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe('https://example.org/trials')
    expect(within(link).queryByText(name)).not.toBeNull()
  }
})

test('a visitor reads what the service offers', async () => {
  openApp('/', [answers(listTrials, listOf())])
  session.end()
  for (const offer of [
    'Automated centralised randomisation',
    'A 24-hour web portal',
    'Instant allocation',
    'Automatic confirmation emails to the study team',
    'Allocation concealment',
  ])
    expect(await screen.findByText(offer)).toBeDefined()
})

test('below system level 4 neither Reports nor Auditing nor Users is shown', async () => {
  openApp('/', [answers(listTrials, listOf())])
  await screen.findByRole('heading', { name: `Welcome, ${ME.name}` })
  await screen.findByRole('link', { name: 'Trials' })
  for (const name of ['Reports', 'Auditing', 'Users']) expect(screen.queryByRole('link', { name })).toBeNull()
})
