import { seesMore, visibilityOf } from './blinding'
import { can, isOfHigherLevel, systemPermission, trialPermission, type StoredPermission } from './permissions'

type Trial = { id: number; is_protected_trial: boolean }

/** Stands for every trial in which neither person has a permission; no trial has this id. */
const ANY_OTHER: Trial = { id: 0, is_protected_trial: false }

/**
 * Whether the first person reaches a trial that the second does not, sees more of its study groups, or has a higher level in
 * the system. `trials` are those in which either of them has a permission.
 */
export const reachesMore = (
  one: readonly StoredPermission[],
  other: readonly StoredPermission[],
  trials: readonly Trial[],
): boolean =>
  isOfHigherLevel(systemPermission(one), systemPermission(other)) ||
  [...trials, ANY_OTHER].some((trial) => {
    const { permission } = trialPermission(trial, one)
    const { permission: otherPermission } = trialPermission(trial, other)
    if (!can(permission, 'viewTrial')) return false
    return !can(otherPermission, 'viewTrial') || seesMore(visibilityOf(permission), visibilityOf(otherPermission))
  })
