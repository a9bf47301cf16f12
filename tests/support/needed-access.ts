import {
  can,
  canAnywhere,
  canInSystem,
  isBlindedFrom,
  maxLevel,
  reachesSite,
  systemPermission,
  trialPermission,
  type AnywhereCapability,
  type SystemCapability,
  type TrialCapability,
} from '#domain/permissions'
import type { Here, Person } from './access-world'

/** What a call needs: a capability, and where it counts. */
export type Need =
  | { for: 'anybody' }
  | { for: 'signed in' }
  | { for: 'system'; can: SystemCapability }
  /** Of no trial in particular: held in the system or any trial. */
  | { for: 'anywhere'; can: AnywhereCapability; of?: 'somebody else' }
  /** In the system, or in whichever trial. */
  | { for: 'somewhere'; can: TrialCapability; or: SystemCapability }
  /** In the trial of the address or the body; of a participant, a pack or a site of it, within one's own sites. */
  | {
      for: 'trial'
      can: TrialCapability
      of?: 'participant' | 'pack' | 'site' | 'site in the address'
      and?: SystemCapability
    }

export const anybody: Need = { for: 'anybody' }
export const signedIn: Need = { for: 'signed in' }
export const inSystem = (capability: SystemCapability): Need => ({ for: 'system', can: capability })
export const anywhere = (capability: AnywhereCapability, of?: 'somebody else'): Need => ({
  for: 'anywhere',
  can: capability,
  ...(of && { of }),
})
export const inTrial = (capability: TrialCapability): Need => ({ for: 'trial', can: capability })
export const atSite = (capability: TrialCapability): Need => ({ for: 'trial', can: capability, of: 'site' })
export const ofParticipant = (capability: TrialCapability): Need => ({
  for: 'trial',
  can: capability,
  of: 'participant',
})

export const ofSite = (capability: TrialCapability): Need => ({
  for: 'trial',
  can: capability,
  of: 'site in the address',
})

export const ofPack = (capability: TrialCapability): Need => ({ for: 'trial', can: capability, of: 'pack' })

/** Whoever asked was let through. */
export const ANSWERED = 'answered'

/** What the table of capabilities gives somebody who asks here: an answer, or the status and code of the refusal. */
export const expectedAnswer = (needs: Need, person: Person | null, { trial, site_id }: Here, own: Here): string => {
  if (needs.for === 'anybody') return ANSWERED
  if (person === null) return '401 no_token'
  const { permissions } = person
  const inTheSystem = (capability: SystemCapability) => canInSystem(systemPermission(permissions), capability)
  const { permission, sites } = trialPermission(idsOf(trial), permissions)
  switch (needs.for) {
    case 'signed in':
      return ANSWERED
    case 'system':
      return inTheSystem(needs.can) ? ANSWERED : '403 forbidden'
    case 'anywhere':
      if (!canAnywhere(maxLevel(permissions), needs.can)) return '403 forbidden'
      return needs.of === undefined ? ANSWERED : '404 not_found'
    case 'somewhere':
      return inTheSystem(needs.or) || can(trialPermission(idsOf(own.trial), permissions).permission, needs.can)
        ? ANSWERED
        : '403 forbidden'
    case 'trial':
      if (!can(permission, 'viewTrial')) return '404 not_found'
      if (isBlindedFrom(permission, needs.can)) return '403 blinded'
      if (!can(permission, needs.can) || (needs.and && !inTheSystem(needs.and))) return '403 forbidden'
      if (needs.of === undefined || reachesSite(sites, site_id)) return ANSWERED
      return needs.of === 'site' ? '403 site_not_permitted' : '404 not_found'
  }
}

const idsOf = ({ trial_id, is_protected_trial }: Here['trial']) => ({ id: trial_id, is_protected_trial })

/** A need as the name of a test says it. */
export const inWords = (needs: Need): string =>
  'can' in needs ? `${needs.can}, ${needs.for}${'of' in needs ? ` (${needs.of})` : ''}` : needs.for
