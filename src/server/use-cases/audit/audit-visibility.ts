import { isBlinded, systemCountsIn, systemPermission, trialPermission } from '#domain/people/permissions'
import { protectedTrials } from '../../ground/db/audit-entries'
import type { Queries } from '../../ground/db/transaction'
import type { Actor } from '../call/call'

/** How far one person may read the audit log. */
export type AuditVisibility = {
  /** The protected trials of which they may know nothing: their role in the system does not count there. */
  hidden: readonly number[]
  /** The trials visible to them in which they are blinded. Entries outside trials reveal no group. */
  blinded: BlindedTrials
}

type BlindedTrials = 'every_trial' | readonly number[]

/** The part of the audit log that a person may see. */
export const auditVisibility = async (queries: Queries, { permissions }: Actor): Promise<AuditVisibility> => {
  const guarded = new Set(await protectedTrials(queries))
  const accessOf = (id: number) => ({ id, is_protected_trial: guarded.has(id) })
  const named = [...new Set(permissions.flatMap(({ trial_id }) => trial_id ?? []))]
  return {
    hidden: [...guarded].filter((id) => !systemCountsIn(accessOf(id), permissions)),
    blinded: isBlinded(systemPermission(permissions))
      ? 'every_trial'
      : named.filter((id) => isBlinded(trialPermission(accessOf(id), permissions).permission)),
  }
}

export const isBlindedIn = ({ blinded }: AuditVisibility, trialId: number | null): boolean =>
  trialId !== null && (blinded === 'every_trial' || blinded.includes(trialId))
