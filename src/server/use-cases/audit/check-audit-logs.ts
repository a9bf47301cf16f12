import type { checkAuditLogs as endpoint } from '#contract/audit-logs'
import { refusal } from '#contract/errors'
import { accepted, refused } from '#domain/outcome'
import { checkChains } from './check-chains'
import type { ReadHandler } from '../call/call'
import { auditVisibility } from './audit-visibility'

/** Recomputes the chains that the person may read. Every chain is checked at night. */
export const checkAuditLogs: ReadHandler<typeof endpoint> = async ({ context, actor }) => {
  const { queries } = context.database
  const { hidden } = await auditVisibility(queries, actor)
  const { checked, wrong, is_complete } = await checkChains(queries, {
    hidden,
    keys: context.config,
    isStopping: context.is_stopping,
  })
  // An incomplete check must not look like a success.
  if (!is_complete) return refused(refusal('unavailable'))
  const [first_wrong = null, ...others_wrong] = wrong
  return accepted({ checked, first_wrong, others_wrong })
}
