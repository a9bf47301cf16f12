import { isBlinded, systemCountsIn, trialPermission } from '#domain/permissions'
import { protectedTrials } from '../../db/audit-entries'
import type { Queries } from '../../db/transaction'
import type { Actor } from '../../http/call'

/** How far one person may read the audit log. */
export type AuditSight = {
  /** The protected trials of which he may know nothing: his role in the system does not count there. */
  hidden: readonly number[]
  /** Whether he is blinded in a trial. What is of no trial tells of no group. */
  isBlindedIn: (trialId: number | null) => boolean
}

/** A person's sight of the audit log (API, Who sees what). */
export const auditSight = async (queries: Queries, { permissions }: Actor): Promise<AuditSight> => {
  const guarded = new Set(await protectedTrials(queries))
  const known = (id: number) => ({ id, is_protected_trial: guarded.has(id) })
  return {
    hidden: [...guarded].filter((id) => !systemCountsIn(known(id), permissions)),
    isBlindedIn: (id) => id !== null && isBlinded(trialPermission(known(id), permissions).permission),
  }
}
