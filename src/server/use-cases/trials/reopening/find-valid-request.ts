import { can, trialPermission } from '#domain/people/permissions'
import type { Queries } from '../../../ground/db/transaction'
import { findReopeningRequest } from '../../../ground/db/trial-reopenings'
import { livePermissions } from '../../../ground/db/user-permissions'
import { findUser } from '../../../ground/db/users'
import { isExpired } from '../../people/users/is-expired'

type Trial = { id: number; is_protected_trial: boolean }

/**
 * The request to re-open a trial that can be confirmed; null for none. Whoever made it must still have an account and be able to
 * re-open trials: else the second person would be the only one who may.
 */
export const findValidRequest = async (queries: Queries, trial: Trial, now: string) => {
  const request = await findReopeningRequest(queries, trial.id)
  if (request === null) return null
  const { requested_by } = request
  const requester = await findUser(queries, requested_by)
  if (!requester?.is_active || isExpired(requester, now)) return null
  const { permission } = trialPermission(trial, await livePermissions(queries, requested_by))
  return can(permission, 'reopenTrial') ? request : null
}
