import { expect, test } from 'vitest'
import { EVERY_JOB } from '../../../../src/server/doors/jobs/every-job'
import { lastHour } from '../../../../src/server/ground/time/scheduled-hours'

test.each([
  ['*/15 * * * *', '2026-11-21T05:14:59.999Z', '2026-11-21T05:00:00.000Z'],
  ['*/15 * * * *', '2026-11-21T05:15:00.000Z', '2026-11-21T05:15:00.000Z'],
  ['*/15 * * * *', '2026-11-21T05:15:00.001Z', '2026-11-21T05:15:00.000Z'],
  ['10 2 * * *', '2026-11-21T02:09:59.999Z', '2026-11-20T02:10:00.000Z'],
  ['10 2 * * *', '2026-11-21T02:10:00.000Z', '2026-11-21T02:10:00.000Z'],
  ['10 2 * * *', '2027-01-01T00:00:00.000Z', '2026-12-31T02:10:00.000Z'],
])('the last of %s at %s was at %s', (hours, now, last) => {
  expect(lastHour(hours, now)).toBe(last)
})

test('every automatic job is there under a name of its own, at least daily, weekly for heads and monthly for reports', () => {
  const owed = [
    'expire_study_packs',
    'alert_low_stock',
    'forget_sign_in_attempts',
    'record_refusals',
    'keep_house',
    'rotate_signing_keys',
    'check_every_trial',
    'publish_ledger_heads',
    'check_audit_chains',
    'send_monthly_reports',
    'warn_of_ending_accounts',
  ]
  expect(EVERY_JOB.map(({ name }) => name)).toEqual(owed)
  const now = '2026-11-21T05:03:00.000Z'
  for (const { name, hours } of EVERY_JOB) {
    const days = name === 'publish_ledger_heads' ? 7 : name === 'send_monthly_reports' ? 31 : 1
    expect(Date.parse(now) - Date.parse(lastHour(hours, now))).toBeLessThanOrEqual(days * 24 * 3_600_000)
  }
})
