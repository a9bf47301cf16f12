import { MAX_COUNTED } from '#contract/audit-logs'
import type { Decision, DecisionKind } from '#contract/desk'
import { UNBLINDING_KINDS } from '#domain/audit/audit-kind'
import { isProductionInstance } from '#domain/instance'
import { canInSystem, systemPermission } from '#domain/people/permissions'
import type { ServiceJobName } from '#domain/service/service-job'
import { findOpenAlarms } from '../../ground/db/alarms'
import { searchAudits } from '../../ground/db/audit-search'
import { findLastBackup } from '../../ground/db/backups'
import { CLOCK_TOLERANCE_MS } from '../../ground/db/clock-difference'
import { countUnusedInvitations } from '../../ground/db/desk'
import { findJobs } from '../../ground/db/job-claims'
import { countEndingAccounts } from '../../ground/db/users'
import type { Queries } from '../../ground/db/transaction'
import { earlierByMs } from '../../ground/time/clock'
import { auditVisibility } from '../audit/audit-visibility'
import { permittedSearch } from '../audit/permitted-search'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import { checkStatus, jobStatuses } from '../operation/status/job-statuses'

/** A backup or check older than this is reported, in milliseconds: one each night, with a day to spare. */
const OLD_MS = 2 * 86_400_000

/** The jobs whose results the status page shows as checks. */
const NIGHTLY_CHECKS = ['check_every_trial', 'check_audit_chains'] as const satisfies readonly ServiceJobName[]

/** The decisions that wait in the service as a whole, for people who see its state and manage its users. */
export const decisionsOfService = async (
  { database, config, clockDifference }: ServerContext,
  actor: Actor,
  now: string,
): Promise<Decision[]> => {
  const permission = systemPermission(actor.permissions)
  const decisions: Decision[] = []
  const add = (kind: DecisionKind, count: number, at: string | null) => {
    if (count > 0) decisions.push({ kind, trial: null, count, at, on: null })
  }
  const { queries } = database
  if (canInSystem(permission, 'viewServiceStatus')) {
    const alarms = await findOpenAlarms(queries)
    add('open_alarms', alarms.length, alarms.at(-1)?.first_seen_at ?? null)
    add('wrong_clock', Math.abs(await clockDifference()) > CLOCK_TOLERANCE_MS ? 1 : 0, null)
    const jobs = await findJobs(queries)
    const failing = jobStatuses(jobs, now).filter(({ failures }) => failures > 0)
    add('failed_jobs', failing.length, latest(failing.map(({ ended_at }) => ended_at)))
    // Elsewhere a service may have neither checks nor backups, and needs none.
    const isNeeded = isProductionInstance(config.instance)
    const isOld = (at: string) => at < earlierByMs(now, OLD_MS)
    const checks = NIGHTLY_CHECKS.map((name) => checkStatus(jobs, name)).filter((check) =>
      check === null ? isNeeded : check.unchecked > 0 || isOld(check.at),
    )
    add('incomplete_checks', checks.length, latest(checks.map((check) => check?.at ?? null)))
    const backup = await findLastBackup(queries)
    const isBackupOld = backup === undefined ? isNeeded : isOld(backup.finished_at)
    add('old_backup', isBackupOld ? 1 : 0, backup?.made_at ?? null)
  }
  if (canInSystem(permission, 'viewAuditLogs'))
    add('unreviewed_unblindings', await countUnreviewedUnblindings(queries, actor), null)
  if (canInSystem(permission, 'manageUsers')) {
    const ending = await countEndingAccounts(queries, now)
    add('ending_accounts', ending.count, ending.at)
    const { count, at } = await countUnusedInvitations(queries, now)
    add('unused_invitations', count, at)
  }
  return decisions
}

/** The last of these instants; null where there is none. */
const latest = (instants: readonly (string | null)[]): string | null =>
  instants.reduce((last, at) => (last === null || (at !== null && at > last) ? at : last), null)

/** Entries about unblindings that nobody has reviewed, as this person's audit log lists them. */
const countUnreviewedUnblindings = async (queries: Queries, actor: Actor): Promise<number> => {
  const visibility = await auditVisibility(queries, actor)
  const filters = { q: '', pack_id: '', kind: [...UNBLINDING_KINDS], review_status: 'unreviewed' as const }
  const search = permittedSearch({ ...filters, order: 'desc' }, actor, visibility)
  return (await searchAudits(queries, { ...search, page: 1, page_size: 1, limit: MAX_COUNTED })).total
}
