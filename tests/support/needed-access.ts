import type { InTrial, Need } from '#contract/needs'
import {
  can,
  canAnywhere,
  canInSystem,
  isBlindedFrom,
  maxLevel,
  reachesSite,
  systemPermission,
  trialPermission,
  type StoredPermission,
  type SystemCapability,
  type TrialCapability,
} from '#domain/people/permissions'
import type { Here, Person } from './access-world'

/**
 * The part of a need that its declaration does not have: the owner of the record, or that the call is not about a
 * trial.
 */
export type NeedVariant = { whose?: 'somebody else'; of?: 'no trial' }

/** The person had permission. */
export const ANSWERED = 'answered'

/**
 * The expected answer to a person at a place, by the table of capabilities: an answer, or the status and code of the
 * refusal.
 */
export const expectedAnswer = (
  need: Need,
  { whose, of }: NeedVariant,
  person: Person | null,
  here: Here,
  own: Here,
): string => {
  if (need.kind === 'public' || need.kind === 'download') return ANSWERED
  if (person === null) return '401 no_token'
  const { permissions } = person
  switch (need.kind) {
    case 'signed_in':
      return whose === undefined ? ANSWERED : '404 not_found'
    case 'system':
      return inSystem(permissions, need.can)
    case 'anywhere':
      if (!canAnywhere(maxLevel(permissions), need.can)) return FORBIDDEN
      return whose === undefined ? ANSWERED : '404 not_found'
    case 'trial':
      return inTrial(permissions, need, here)
    case 'under_lock': {
      const answer = inTrial(permissions, { kind: 'trial', can: need.can }, here)
      return answer === ANSWERED && !reaches(permissions, here) ? '403 site_not_permitted' : answer
    }
    case 'trial_or_system':
      if (need.anywhere)
        return inTheSystem(permissions, need.in_system) || inTheTrial(permissions, need.in_trial, own)
          ? ANSWERED
          : FORBIDDEN
      if (of === 'no trial') return inSystem(permissions, need.in_system)
      return inTrial(permissions, { kind: 'trial', can: need.in_trial }, here)
  }
}

const FORBIDDEN = '403 forbidden'

type Permissions = readonly StoredPermission[]

const inTheSystem = (permissions: Permissions, capability: SystemCapability): boolean =>
  canInSystem(systemPermission(permissions), capability)

const inSystem = (permissions: Permissions, capability: SystemCapability): string =>
  inTheSystem(permissions, capability) ? ANSWERED : FORBIDDEN

const inTheTrial = (permissions: Permissions, capability: TrialCapability, here: Here): boolean =>
  can(permissionIn(permissions, here).permission, capability)

const inTrial = (permissions: Permissions, need: InTrial, here: Here): string => {
  const { permission } = permissionIn(permissions, here)
  if (!can(permission, 'viewTrial')) return '404 not_found'
  if (isBlindedFrom(permission, need.can)) return '403 blinded'
  if (!can(permission, need.can) || (need.and && !inTheSystem(permissions, need.and))) return FORBIDDEN
  return need.of === undefined || reaches(permissions, here) ? ANSWERED : '404 not_found'
}

const reaches = (permissions: Permissions, here: Here): boolean =>
  reachesSite(permissionIn(permissions, here).sites, here.site_id)

const permissionIn = (permissions: Permissions, { trial: { trial_id, is_protected_trial } }: Here) =>
  trialPermission({ id: trial_id, is_protected_trial }, permissions)
