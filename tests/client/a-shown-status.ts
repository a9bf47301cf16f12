import type { Alarm, JobStatus, ServiceStatus } from '#contract/service-status'
import { SERVICE_JOBS } from '#domain/service/service-job'

/** An open alarm about a ledger. */
export const aShownAlarm = (changes: Partial<Alarm> = {}): Alarm => ({
  id: 3,
  kind: 'ledger',
  trial: { id: 5, title: 'CEDAR' },
  first_seen_at: '2026-11-20T02:40:00.000Z',
  last_seen_at: '2026-11-21T02:40:00.000Z',
  acknowledged: null,
  ...changes,
})

/** A job that ran last night. */
export const aShownJob = (changes: Partial<JobStatus> = {}): JobStatus => ({
  name: 'keep_house',
  started_at: '2026-11-21T02:10:00.000Z',
  ended_at: '2026-11-21T02:10:04.000Z',
  outcome: 'done',
  is_running: false,
  failures: 0,
  next_at: '2026-11-22T02:10:00.000Z',
  ...changes,
})

/** A service without problems. */
export const aShownStatus = (changes: Partial<ServiceStatus> = {}): ServiceStatus => ({
  build: { version: '1.0.0', commit: '0a1b2c3', committed_at: '2026-11-20T09:00:00.000Z' },
  database: { kind: 'embedded', version: '17.5', migration: '0042-alarms', megabytes: 1234 },
  clock: null,
  jobs: SERVICE_JOBS.map(({ name }) => aShownJob({ name })),
  mail: { is_written_to_files: false, waiting: 0, retried: 0, oldest_queued_at: null, failed: 0 },
  checks: {
    self_check: { at: '2026-11-21T02:40:00.000Z', checked: 12, wrong: 0, unchecked: 0 },
    audit_log: { at: '2026-11-21T03:10:00.000Z', checked: 1, wrong: 0, unchecked: 0 },
  },
  backup: { made_at: '2026-11-21T01:00:00.000Z', finished_at: '2026-11-21T01:00:09.000Z' },
  certificates: [{ host: 'randomise.example.org', ends_at: '2027-02-01T12:00:00.000Z' }],
  alarms: [],
  ...changes,
})
