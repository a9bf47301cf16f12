import type { getAuditLog as endpoint } from '#contract/audit-logs'
import { refusal } from '#contract/errors'
import { accepted, refused } from '#domain/outcome'
import type { ReadHandler } from '../call/call'
import { auditVisibility } from './audit-visibility'
import { shownAudits } from './shown-audits'
import { withSubjects } from './with-subjects'

/** One entry, as far as the person may read it; 404 where they may not know of its trial. */
export const getAuditLog: ReadHandler<typeof endpoint> = async ({ context, actor, parameters }) => {
  const { queries } = context.database
  const visibility = await auditVisibility(queries, actor)
  const shown = await shownAudits(queries, [parameters.audit_log_id], { actor, visibility, limit: 'all' })
  const [entry] = await withSubjects(queries, shown, 'all')
  return entry ? accepted(entry) : refused(refusal('not_found'))
}
