import type { checkAuditLogs as endpoint } from '#contract/audit-logs'
import { accepted } from '#domain/outcome'
import { checkChains } from '../../audit/check-chains'
import type { ReadHandler } from '../../http/call'
import { authoriseInSystem } from '../authorise'
import { auditSight } from './audit-sight'

/** Recomputes the chains that the person may read. Every chain is looked at by night. */
export const checkAuditLogs: ReadHandler<typeof endpoint> = async ({ portal, actor }) => {
  const permission = authoriseInSystem(actor, 'viewAuditLogs')
  if (!permission.ok) return permission
  const { queries } = portal.database
  const { hidden } = await auditSight(queries, actor)
  const { checked, wrong } = await checkChains(queries, { hidden, isStopping: portal.is_stopping })
  const [first_wrong = null, ...others_wrong] = wrong
  return accepted({ checked, first_wrong, others_wrong })
}
