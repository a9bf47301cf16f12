import { seesMore, visibilityOf } from './blinding'
import {
  can,
  isOfHigherLevel,
  systemPermission,
  trialPermission,
  type PermittedSites,
  type StoredPermission,
} from './permissions'

type Trial = { id: number; is_protected_trial: boolean }

/** Stands for every trial in which neither person has a permission; no trial has this id. */
const ANY_OTHER: Trial = { id: 0, is_protected_trial: false }

/**
 * Whether the first person has a higher level in the system than the second, or reaches more of a trial: the trial at all, another
 * of its sites, a higher level in it, unblinding, its study packs, or more of its study groups. `trials` are those in which either
 * of them has a permission.
 */
export const reachesMore = (
  one: readonly StoredPermission[],
  other: readonly StoredPermission[],
  trials: readonly Trial[],
): boolean =>
  isOfHigherLevel(systemPermission(one), systemPermission(other)) ||
  [...trials, ANY_OTHER].some((trial) => {
    const { permission, sites } = trialPermission(trial, one)
    const { permission: otherPermission, sites: otherSites } = trialPermission(trial, other)
    if (!can(permission, 'viewTrial')) return false
    return (
      isOfHigherLevel(permission, otherPermission) ||
      reachesOtherSite(sites, otherSites) ||
      (permission.is_unblind_authorized && !otherPermission.is_unblind_authorized) ||
      (permission.has_study_packs_access && !otherPermission.has_study_packs_access) ||
      seesMore(visibilityOf(permission), visibilityOf(otherPermission))
    )
  })

const reachesOtherSite = (sites: PermittedSites, otherSites: PermittedSites): boolean =>
  otherSites !== 'all' && (sites === 'all' || sites.some((site) => !otherSites.includes(site)))
