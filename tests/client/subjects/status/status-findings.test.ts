import type { ServiceStatus } from '#contract/service-status'
import { SERVICE_JOBS } from '#domain/service/service-job'
import { expect, test } from 'vitest'
import { statusFindings } from '../../../../src/client/subjects/status/status-findings'
import { aShownJob, aShownStatus } from '../../a-shown-status'

/* The finding about each part of the service, and the advice. */

const NOW = Date.parse('2026-11-21T10:00:00.000Z')

const found = (changes: Partial<ServiceStatus>, part: string, now = NOW) =>
  statusFindings(aShownStatus(changes), { zone: 'UTC', now }).find(({ title }) => title === part)

test('a healthy service has nothing to do', () => {
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
    ['Certificates', 'good', 'randomise.example.org: until 1 Feb 2027, 12:00.'],
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
    'Clock',
    { clock: { ahead_seconds: 300 } },
    'wrong',
    'The clock of this server is 5 minutes ahead of that of the database. This server runs no jobs.',
  ],
  [
    'Clock',
    { clock: { ahead_seconds: -6 } },
    'wrong',
    'The clock of this server is 6 seconds behind that of the database. This server runs no jobs.',
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

test.each([
  ['Ledgers', { checks: { ...checks, self_check: null } }, 'check_every_trial'],
  ['Audit log', { checks: { ...checks, audit_log: null } }, 'check_audit_chains'],
] as const)('%s says when its job runs', (part, changes, name) => {
  const [, hour = ''] = /must run at (\d\d:\d\d) UTC/.exec(found(changes, part)?.todo ?? '') ?? []
  const [hours, minutes] = hour.split(':').map(Number)
  expect(`${minutes} ${hours} * * *`).toBe(SERVICE_JOBS.find((job) => job.name === name)?.hours)
})

test('an email that waits for less than an hour needs nothing', () => {
  const waiting = { ...mail, waiting: 2, oldest_queued_at: '2026-11-21T09:30:00.000Z' }
  expect(found({ mail: waiting }, 'Emails')).toMatchObject({ state: 'good', text: '2 emails waiting to be sent.' })
})

const certificate = (ends_at: string | null, host = 'randomise.example.org') => ({ host, ends_at })

test.each<[string, ServiceStatus['certificates'], string, string, boolean]>([
  [
    'has ended, beside one that ends soon',
    [certificate('2026-11-21T09:59:00.000Z'), certificate('2026-11-22T10:00:00.000Z', 'login.example.org')],
    'wrong',
    'randomise.example.org: ended 21 Nov 2026, 09:59. login.example.org: until 22 Nov 2026, 10:00.',
    true,
  ],
  [
    'ends in 21 days',
    [certificate('2026-12-12T10:00:00.000Z')],
    'attention',
    'randomise.example.org: until 12 Dec 2026, 10:00.',
    true,
  ],
  [
    'ends after more than 21 days',
    [certificate('2026-12-12T10:00:01.000Z')],
    'good',
    'randomise.example.org: until 12 Dec 2026, 10:00.',
    false,
  ],
  [
    'could not be read',
    [certificate('2027-11-21T10:00:00.000Z'), certificate(null, 'login.example.org')],
    'unknown',
    'randomise.example.org: until 21 Nov 2027, 10:00. login.example.org: unknown.',
    true,
  ],
])('a certificate that %s', (_case, certificates, state, words, isTold) => {
  const finding = found({ certificates }, 'Certificates')
  expect([finding?.state, finding?.text, finding?.todo !== null]).toEqual([state, words, isTold])
})

test('certificates are left out where no host is reached by TLS', () => {
  expect(found({ certificates: [] }, 'Certificates')).toBeUndefined()
})

test.each(['Ledgers', 'Audit log', 'Backup'])('%s of more than two days ago need attention', (part) => {
  expect(found({}, part, NOW + 47 * 3_600_000 - 8 * 3_600_000)?.state).toBe('good')
  expect(found({}, part, NOW + 48 * 3_600_000)?.state).toBe('attention')
})
