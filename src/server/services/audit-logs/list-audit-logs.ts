import { MOST_COUNTED, type listAuditLogs as endpoint } from '#contract/audit-logs'
import { pageOf } from '#contract/fields'
import { auditKindsNamed } from '#domain/audit-kind'
import { accepted } from '#domain/outcome'
import { startOfDay } from '../../audit/start-of-day'
import { findAudits } from '../../db/audit-entries'
import { searchAudits } from '../../db/audit-search'
import type { ReadHandler } from '../../http/call'
import { authoriseInSystem } from '../authorise'
import { auditSight } from './audit-sight'
import { shownAudits } from './shown-audits'

/** Days are those of this zone for who has chosen none. */
const FALLBACK_ZONE = 'Etc/UTC'

/** One page of the audit log, the newest first, cut to what the person may read. What is cut is not searched either. */
export const listAuditLogs: ReadHandler<typeof endpoint> = async ({ portal, actor, query }) => {
  const permission = authoriseInSystem(actor, 'viewAuditLogs')
  if (!permission.ok) return permission
  const { queries } = portal.database
  const sight = await auditSight(queries, actor)
  const zone = actor.selected_timezone ?? FALLBACK_ZONE
  const { q, pack_id, user_id = null, trial_id = null, participant = null, from, to, page, page_size } = query
  const { ids, total, has_more } = await searchAudits(queries, {
    q,
    pack_id,
    user_id,
    trial_id,
    participant,
    page,
    page_size,
    named: q === '' ? [] : auditKindsNamed(q),
    kinds: query.kind,
    from: from === undefined ? null : startOfDay(zone, from),
    until: to === undefined ? null : startOfDay(zone, to, 1),
    hidden: sight.hidden,
    most: MOST_COUNTED,
  })
  const entries = shownAudits(await findAudits(queries, ids), actor, sight)
  return accepted({ ...pageOf(entries, query, total), has_more })
}
