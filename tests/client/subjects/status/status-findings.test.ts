import type { ServiceStatus } from '#contract/service-status'
import { expect, test } from 'vitest'
import { statusFindings } from '../../../../src/client/subjects/status/status-findings'
import { aShownJob, aShownStatus } from '../../a-shown-status'

/* What is said of each part of the service, and what to do. */

const NOW = Date.parse('2026-11-21T10:00:00.000Z')

const found = (changes: Partial<ServiceStatus>, part: string, now = NOW) =>
  statusFindings(aShownStatus(changes), { zone: 'UTC', now }).find(({ title }) => title === part)

test('a service that is well has nothing to do', () => {
  expect(
    statusFindings(aShownStatus(), { zone: 'UTC', now: NOW }).map(({ title, state, text: words }) => [
      title,
      state,
      words,
    ]),
  ).toEqual([
    ['Ledgers', 'good', '12 ledgers found correct. Last checked 21 Nov 2026, 02:40.'],
    ['Audit log', 'good', '1 entry found correct. Last checked 21 Nov 2026, 03:10.'],
    ['Backup', 'good', 'Last backup 21 Nov 2026, 01:00.'],
    ['Emails', 'good', 'No email is waiting.'],
    ['Jobs', 'good', 'All jobs run as planned.'],
  ])
})

const { checks, mail } = aShownStatus()
const at = '2026-11-21T02:40:00.000Z'

test.each<[string, Partial<ServiceStatus>, string, string]>([
  ['Ledgers', { checks: { ...checks, self_check: null } }, 'attention', 'The ledgers were not checked yet.'],
  [
    'Ledgers',
    { checks: { ...checks, self_check: { at, checked: 12, wrong: 1, unchecked: 0 } } },
    'wrong',
    '1 ledger found wrong. Last checked 21 Nov 2026, 02:40.',
  ],
  [
    'Ledgers',
    { checks: { ...checks, self_check: { at, checked: 10, wrong: 0, unchecked: 2 } } },
    'attention',
    '2 ledgers could not be checked. Last checked 21 Nov 2026, 02:40.',
  ],
  [
    'Audit log',
    { checks: { ...checks, audit_log: { at, checked: 9, wrong: 2, unchecked: 0 } } },
    'wrong',
    '2 parts of the audit log found altered. Last checked 21 Nov 2026, 02:40.',
  ],
  ['Backup', { backup: null }, 'attention', 'No backup is recorded.'],
  [
    'Emails',
    { mail: { ...mail, is_written_to_files: true } },
    'attention',
    'Emails are written to files. No one receives them.',
  ],
  [
    'Emails',
    { mail: { ...mail, waiting: 3, oldest_queued_at: '2026-11-21T08:59:00.000Z' } },
    'attention',
    '3 emails waiting, the oldest since 21 Nov 2026, 08:59.',
  ],
  ['Emails', { mail: { ...mail, failed: 1 } }, 'attention', '1 email could not be sent in the last 30 days.'],
  [
    'Jobs',
    { jobs: [aShownJob(), aShownJob({ name: 'alert_low_stock', outcome: 'failed', failures: 3 })] },
    'wrong',
    '1 job failed: Alert about low stock.',
  ],
  [
    'Jobs',
    { jobs: [aShownJob({ next_at: '2026-11-21T08:00:00.000Z' })] },
    'attention',
    '1 job late: Delete expired data.',
  ],
])('of %s with %j it is %s', (part, changes, state, words) => {
  const finding = found(changes, part)
  expect([finding?.state, finding?.text]).toEqual([state, words])
  expect(finding?.todo).toMatch(/^[A-Z].*\.$/)
})

test('an email that waits for less than an hour needs nothing', () => {
  const waiting = { ...mail, waiting: 2, oldest_queued_at: '2026-11-21T09:30:00.000Z' }
  expect(found({ mail: waiting }, 'Emails')).toMatchObject({ state: 'good', text: '2 emails waiting to be sent.' })
})

test.each(['Ledgers', 'Audit log', 'Backup'])('%s of more than two days ago need attention', (part) => {
  expect(found({}, part, NOW + 47 * 3_600_000 - 8 * 3_600_000)?.state).toBe('good')
  expect(found({}, part, NOW + 48 * 3_600_000)?.state).toBe('attention')
})
