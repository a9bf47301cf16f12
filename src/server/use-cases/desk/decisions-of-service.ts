import { MAX_COUNTED } from '#contract/audit-logs'
import type { Decision, DecisionKind } from '#contract/desk'
import { UNBLINDING_KINDS } from '#domain/audit/audit-kind'
import { canInSystem, systemPermission } from '#domain/people/permissions'
import { findOpenAlarms } from '../../ground/db/alarms'
import { searchAudits } from '../../ground/db/audit-search'
import { findLastBackup } from '../../ground/db/backups'
import { countUnusedInvitations } from '../../ground/db/desk'
import { findJobs } from '../../ground/db/job-claims'
import type { Queries } from '../../ground/db/transaction'
import { earlierByMs } from '../../ground/time/clock'
import { auditVisibility } from '../audit/audit-visibility'
import { permittedSearch } from '../audit/permitted-search'
import type { Actor } from '../call/call'
import type { ServerContext } from '../call/server-context'
import { jobStatuses } from '../operation/status/job-statuses'

/** A backup older than this is told of, in milliseconds: one each night, with a day to spare. */
const OLD_MS = 2 * 86_400_000

/** What waits in the service as a whole, for those who see its state and manage its users. */
export const decisionsOfService = async (
  { database, config }: ServerContext,
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
    const failing = jobStatuses(await findJobs(queries), now).filter(({ failures }) => failures > 0)
    add('failed_jobs', failing.length, failing[0]?.ended_at ?? null)
    const backup = await findLastBackup(queries)
    const isOld = backup === undefined || backup.finished_at < earlierByMs(now, OLD_MS)
    if (config.instance === 'production' || backup !== undefined)
      add('old_backup', isOld ? 1 : 0, backup?.made_at ?? null)
  }
  if (canInSystem(permission, 'viewAuditLogs'))
    add('unreviewed_unblindings', await countUnreviewedUnblindings(queries, actor), null)
  if (canInSystem(permission, 'manageUsers')) {
    const { count, at } = await countUnusedInvitations(queries, now)
    add('unused_invitations', count, at)
  }
  return decisions
}

/** Entries about unblindings that nobody has reviewed, as this person's audit log lists them. */
const countUnreviewedUnblindings = async (queries: Queries, actor: Actor): Promise<number> => {
  const visibility = await auditVisibility(queries, actor)
  const filters = { q: '', pack_id: '', kind: [...UNBLINDING_KINDS], review_status: 'unreviewed' as const }
  const search = permittedSearch({ ...filters, order: 'desc' }, actor, visibility)
  return (await searchAudits(queries, { ...search, page: 1, page_size: 1, limit: MAX_COUNTED })).total
}
