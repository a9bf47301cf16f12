import {
  MAX_COUNTED,
  MAX_LISTED_CHANGES,
  MAX_LISTED_SUBJECTS,
  type listAuditLogs as endpoint,
} from '#contract/audit-logs'
import { pageOf } from '#contract/fields'
import { accepted } from '#domain/outcome'
import { searchAudits } from '../../ground/db/audit-search'
import type { ReadHandler } from '../call/call'
import { auditVisibility } from './audit-visibility'
import { permittedSearch } from './permitted-search'
import { shownAudits } from './shown-audits'
import { withSubjects } from './with-subjects'

/** One page of the audit log by time, as far as the person may read it. Withheld parts are not searched either. */
export const listAuditLogs: ReadHandler<typeof endpoint> = async ({ context, actor, query }) => {
  const { queries } = context.database
  const visibility = await auditVisibility(queries, actor)
  const { page, page_size } = query
  const search = permittedSearch(query, actor, visibility)
  const { ids, total, has_more } = await searchAudits(queries, { ...search, page, page_size, limit: MAX_COUNTED })
  const entries = await shownAudits(queries, ids, { actor, visibility, limit: MAX_LISTED_CHANGES })
  const linked = await withSubjects(queries, entries, MAX_LISTED_SUBJECTS)
  return accepted({ ...pageOf(linked, query, total), has_more })
}
