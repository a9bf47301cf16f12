import type { getServiceStatus as endpoint } from '#contract/service-status'
import { accepted } from '#domain/outcome'
import { findOpenAlarms } from '../../../ground/db/alarms'
import { countAbandonedEmails, findMailBacklog } from '../../../ground/db/backlog'
import { findLastBackup } from '../../../ground/db/backups'
import { CLOCK_TOLERANCE_MS } from '../../../ground/db/clock-difference'
import { findDatabaseFacts } from '../../../ground/db/database-facts'
import { findJobs } from '../../../ground/db/job-claims'
import { earlierByMs } from '../../../ground/time/clock'
import { auditVisibility } from '../../audit/audit-visibility'
import type { ReadHandler } from '../../call/call'
import { checkStatus, jobStatuses } from './job-statuses'
import { shownAlarm } from './shown-alarm'

const THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000

/** Read statement by statement: on the embedded database other requests have their turn in between. */
export const getServiceStatus: ReadHandler<typeof endpoint> = async ({ context, actor }) => {
  const { database, config, version, build } = context
  const { queries } = database
  const now = context.now()
  const jobs = await findJobs(queries)
  const { waiting, failed_before, oldest } = await findMailBacklog(queries)
  const failed = await countAbandonedEmails(queries, earlierByMs(now, THIRTY_DAYS_MS))
  const backup = await findLastBackup(queries)
  const { bytes, migration } = await findDatabaseFacts(queries)
  const { hidden } = await auditVisibility(queries, actor)
  const alarms = await findOpenAlarms(queries)
  const certificates = await context.readCertificates()
  const ahead_ms = await context.clockDifference()
  return accepted({
    build: { version, ...build },
    database: { kind: database.kind, version: await database.ping(), migration, megabytes: Math.ceil(bytes / 1e6) },
    clock: Math.abs(ahead_ms) <= CLOCK_TOLERANCE_MS ? null : { ahead_seconds: Math.round(ahead_ms / 1000) },
    jobs: jobStatuses(jobs, now),
    mail: {
      is_written_to_files: config.smtp_url === null,
      waiting,
      retried: failed_before,
      oldest_queued_at: oldest,
      failed,
    },
    checks: {
      self_check: checkStatus(jobs, 'check_every_trial'),
      audit_log: checkStatus(jobs, 'check_audit_chains'),
    },
    backup: backup ?? null,
    certificates: [...certificates],
    alarms: alarms.map((alarm) => shownAlarm(alarm, hidden)),
  })
}
