import type { reviewAuditLog as endpoint } from '#contract/audit-logs'
import { refusal } from '#contract/errors'
import { accepted, refused } from '#domain/outcome'
import { auditEntry } from '../../ground/audit/audit-entry'
import { findAuditPlace, insertAuditReview } from '../../ground/db/audit-entries'
import { appendAudit } from '../../ground/db/audit-log'
import type { WriteHandler } from '../call/call'
import { auditVisibility } from './audit-visibility'
import { shownAudits } from './shown-audits'
import { withSubjects } from './with-subjects'

/**
 * Records a review of an entry. An entry may have any number of reviews; a review is never changed. The finding may
 * name a group, so the audit entry about the review omits it.
 */
export const reviewAuditLog: WriteHandler<typeof endpoint> = {
  perform: async ({ context, actor, view, parameters, body, request_id }, transaction) => {
    const { hidden } = await auditVisibility(transaction, actor)
    const entry = await findAuditPlace(transaction, parameters.audit_log_id)
    if (!entry || hidden.includes(entry.chain)) return refused(refusal('not_found'))
    const created_at = context.now()
    const { finding } = body
    const review = { audit_log_id: entry.id, created_at, reviewed_by: actor.user_id, finding }
    const id = await insertAuditReview(transaction, review)
    await appendAudit(
      transaction,
      auditEntry({ actor, now: created_at, request_id }, view, {
        kind: 'audit_reviewed',
        description: `Audit entry ${entry.id} reviewed`,
        trial_id: entry.trial_id,
      }),
    )
    return accepted({ audit_reviews: [id] })
  },

  answer: async ({ actor, parameters }, transaction) => {
    const visibility = await auditVisibility(transaction, actor)
    const shown = await shownAudits(transaction, [parameters.audit_log_id], { actor, visibility, limit: 'all' })
    const [entry] = await withSubjects(transaction, shown, 'all')
    return entry ? accepted(entry) : refused(refusal('not_found'))
  },
}
