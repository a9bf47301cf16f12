import { seesMore, visibilityOf } from './blinding'
import { can, standsAbove, systemPermission, trialPermission, type StoredPermission } from './permissions'

type Trial = { id: number; is_protected_trial: boolean }

/** Any trial that neither of two people has a permission of; no trial has this id. */
const ANY_OTHER: Trial = { id: 0, is_protected_trial: false }

/**
 * Whether the one reaches a trial that the other does not, or sees more of its study groups there, or has a higher level in the
 * system. `trials` are those that either of them has a permission of.
 */
export const reachesMore = (
  one: readonly StoredPermission[],
  other: readonly StoredPermission[],
  trials: readonly Trial[],
): boolean =>
  standsAbove(systemPermission(one), systemPermission(other)) ||
  [...trials, ANY_OTHER].some((trial) => {
    const { permission } = trialPermission(trial, one)
    const { permission: otherPermission } = trialPermission(trial, other)
    if (!can(permission, 'viewTrial')) return false
    return !can(otherPermission, 'viewTrial') || seesMore(visibilityOf(permission), visibilityOf(otherPermission))
  })
