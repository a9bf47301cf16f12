// @vitest-environment happy-dom
import { api } from '#contract/api'
import type { ServiceStatus } from '#contract/service-status'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aShownAlarm, aShownJob, aShownStatus } from '../../a-shown-status'
import { answers, AS_ADMINISTRATOR, ME, openApp } from '../../open-app'
import { wordsOf } from '../../shown-table'

/* The status of the service, as its administrators see it. */

const open = (changes: Partial<ServiceStatus> = {}) =>
  openApp('/status', [AS_ADMINISTRATOR, answers(api.getServiceStatus, aShownStatus(changes))])

test('says that no alarm is open, and shows the state of each part', async () => {
  open()
  expect(await screen.findByText('No alarm is open.')).toBeDefined()
  expect(wordsOf(screen.getByRole('main'))).toContain('Ledgers: Good. 12 ledgers found correct.')
  expect(wordsOf(screen.getByRole('main'))).toContain('Commit 0a1b2c3')
  expect(wordsOf(screen.getByRole('main'))).toContain('Size of the database 1,234 MB')
})

test('shows an open alarm with its trial and the steps', async () => {
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

test('shows the state of each job in words', async () => {
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

test('leads from a notice to the person who wrote it', async () => {
  const notice = {
    id: 2,
    text: 'Maintenance on Sunday',
    shown_from: '2026-11-21T09:00:00.000Z',
    shown_until: '2026-11-22T09:00:00.000Z',
    is_on_sign_in: false,
    created_by: { id: 9, name: 'Keel' },
  }
  openApp('/status', [
    answers(api.getMe, { ...ME, max_level: 4 }),
    AS_ADMINISTRATOR,
    answers(api.getServiceStatus, aShownStatus()),
    answers(api.listNotices, { data: [notice] }),
  ])
  expect((await screen.findByRole('link', { name: 'Keel' })).getAttribute('href')).toBe('/users/9')
})

test('says that the commit is unknown where it was built without git', async () => {
  open({ build: { version: '1.0.0', commit: null, committed_at: null } })
  await screen.findByText('No alarm is open.')
  expect(wordsOf(screen.getByRole('main'))).toContain('Commit Unknown')
})

test('is refused to people who are no system administrators, without a request', async () => {
  openApp('/status', [])
  expect(await screen.findByText('Only system administrators can see the status of the service.')).toBeDefined()
})
