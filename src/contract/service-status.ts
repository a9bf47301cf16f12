import { ALARM_KINDS } from '#domain/service/alarm'
import { JOB_OUTCOMES, SERVICE_JOBS } from '#domain/service/service-job'
import * as v from 'valibot'
import { endpoint } from './endpoint'
import { exactObject, id, idInAddress, instant, reason } from './fields'
import { inSystem } from './needs'

const count = v.number()

/** A fault that a nightly check found. It never says what differs, since that might reveal something of a draw. */
const alarm = v.strictObject({
  id,
  kind: v.picklist(ALARM_KINDS),
  /** Null for the audit log outside trials, and for a trial that the viewer may not know of. */
  trial: v.nullable(v.strictObject({ id, title: v.string() })),
  first_seen_at: instant,
  last_seen_at: instant,
  acknowledged: v.nullable(v.strictObject({ at: instant, by: v.strictObject({ id, name: v.string() }) })),
})
export type Alarm = v.InferOutput<typeof alarm>

const job = v.strictObject({
  name: v.picklist(SERVICE_JOBS.map(({ name }) => name)),
  /** The last run: null before the first, and `ended_at` of the run before while one is under way. */
  started_at: v.nullable(instant),
  ended_at: v.nullable(instant),
  outcome: v.nullable(v.picklist(JOB_OUTCOMES)),
  is_running: v.boolean(),
  /** Failed runs since the last success. */
  failures: count,
  /** When it runs next; in the past where it is late. */
  next_at: instant,
})
export type JobStatus = v.InferOutput<typeof job>

/** The last complete run of a check; null before the first. */
const check = v.nullable(
  v.strictObject({
    at: instant,
    /** Ledgers of trials, or right entries of the audit log. */
    checked: count,
    wrong: count,
    /** Those that could not be checked. */
    unchecked: count,
  }),
)
export type CheckStatus = v.InferOutput<typeof check>

const serviceStatus = v.strictObject({
  build: v.strictObject({
    version: v.string(),
    /** Null where it was built without git. */
    commit: v.nullable(v.string()),
    committed_at: v.nullable(instant),
  }),
  database: v.strictObject({
    kind: v.picklist(['embedded', 'server']),
    version: v.string(),
    /** The last migration. */
    migration: v.nullable(v.string()),
    /** In whole megabytes of a million bytes, rounded up. */
    megabytes: count,
  }),
  /**
   * How far the clock of the server that answers is ahead of the database's, negative where behind; null while both agree. Until they do,
   * that server runs no jobs.
   */
  clock: v.nullable(v.strictObject({ ahead_seconds: v.number() })),
  jobs: v.array(job),
  mail: v.strictObject({
    /** Whether emails are written to files, since no mail server is set. */
    is_written_to_files: v.boolean(),
    waiting: count,
    /** Waiting emails that failed before. */
    retried: count,
    oldest_queued_at: v.nullable(instant),
    /** Given up in the last 30 days. */
    failed: count,
  }),
  checks: v.strictObject({ self_check: check, audit_log: check }),
  /** The last backup by `npm run backup`; null for none. */
  backup: v.nullable(v.strictObject({ made_at: instant, finished_at: instant })),
  /**
   * The hosts that people and the server reach by TLS: the public address, sign-in providers, the mail server. Null
   * where the server could not read when the certificate ends.
   */
  certificates: v.array(v.strictObject({ host: v.string(), ends_at: v.nullable(instant) })),
  /** The open alarms, the oldest first. */
  alarms: v.array(alarm),
})
export type ServiceStatus = v.InferOutput<typeof serviceStatus>

export const getServiceStatus = endpoint({
  method: 'GET',
  path: 'service-status',
  summary: 'Read the state of the service: build, database, jobs, emails, checks, backup, certificates and open alarms',
  needs: inSystem('viewServiceStatus'),
  status: 200,
  response: serviceStatus,
  is_versioned: true,
})

export const acknowledgeAlarm = endpoint({
  method: 'POST',
  path: 'alarms/{alarm_id}/acknowledge',
  summary: 'Acknowledge an open alarm, with a reason',
  needs: inSystem('acknowledgeAlarm'),
  parameters: { alarm_id: idInAddress },
  body: exactObject({ reason }),
  status: 200,
  touches: ['service-status'],
  response: alarm,
  errors: ['alarm_acknowledged'],
})
