// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { ServiceStatus } from '#contract/service-status'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownAlarm, aShownJob, aShownStatus } from '../../a-shown-status'
import { answers, AS_ADMINISTRATOR, openApp } from '../../open-app'
import { wordsOf } from '../../shown-table'

/* The status of the service, as its administrators see it. */

const open = (changes: Partial<ServiceStatus> = {}) =>
  openApp('/status', [AS_ADMINISTRATOR, answers(api.getServiceStatus, aShownStatus(changes))])

test('says that no alarm is open, and how each part is', async () => {
  open()
  expect(await screen.findByText('No alarm is open.')).toBeDefined()
  expect(wordsOf(screen.getByRole('main'))).toContain('Ledgers: Good. 12 ledgers found correct.')
  expect(wordsOf(screen.getByRole('main'))).toContain('Commit 0a1b2c3')
  expect(wordsOf(screen.getByRole('main'))).toContain('Size of the database 1,234 MB')
})

test('shows an open alarm with its trial and what to do', async () => {
  open({ alarms: [aShownAlarm()] })
  const alarm = await screen.findByRole('note', { name: 'A ledger is wrong' })
  expect(within(alarm).getByRole('link', { name: 'CEDAR' }).getAttribute('href')).toBe('/trials/5')
  expect(within(alarm).getAllByRole('listitem').length).toBeGreaterThan(2)
  expect(within(alarm).getByRole('button', { name: 'Acknowledge alarm 3' })).toBeDefined()
})

test('names no trial where the reader may not know of it', async () => {
  open({ alarms: [aShownAlarm({ trial: null })] })
  expect(await screen.findByText(/You do not have permission to see which trial it concerns\./)).toBeDefined()
})

test('tells the state of each job in words', async () => {
  open({
    jobs: [
      aShownJob(),
      aShownJob({ name: 'alert_low_stock', outcome: 'failed', failures: 3 }),
      aShownJob({ name: 'check_every_trial', is_running: true }),
      aShownJob({ name: 'record_refusals', started_at: null, ended_at: null, outcome: null }),
    ],
  })
  const jobs = wordsOf(await screen.findByLabelText('Jobs'))
  for (const words of ['Delete expired data', 'Done', 'Failed', 'Running', 'Not run yet']) expect(jobs).toContain(words)
})

test('says that the commit is unknown where it was built without git', async () => {
  open({ build: { version: '1.0.0', commit: null, committed_at: null } })
  await screen.findByText('No alarm is open.')
  expect(wordsOf(screen.getByRole('main'))).toContain('Commit Unknown')
})

test('is refused to whoever is no system administrator, without asking the server', async () => {
  openApp('/status', [])
  expect(await screen.findByText('Only system administrators can see the status of the service.')).toBeDefined()
})
