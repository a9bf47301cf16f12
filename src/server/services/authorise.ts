import { refusal, type Refusal } from '#contract/errors'
import { visibilityOf, type Visibility } from '#domain/blinding'
import { accepted, refused, type Outcome } from '#domain/outcome'
import {
  can,
  canAnywhere,
  canInSystem,
  isBlindedFrom,
  maxLevel,
  systemPermission,
  trialPermission,
  type AnywhereCapability,
  type EffectivePermission,
  type PermittedSites,
  type SystemCapability,
  type TrialCapability,
} from '#domain/permissions'
import { findTrialAccess } from '../db/trials'
import type { Queries } from '../db/transaction'
import type { Actor } from '../http/call'

/** One person's access to one trial: what they may do there, at which sites, and how much of the groups they see. */
export type TrialView = {
  trial_id: number
  permission: EffectivePermission
  sites: PermittedSites
  visibility: Visibility
}

type TrialAccess = { id: number; is_protected_trial: boolean }

/**
 * How the person stands to a trial already read: 404 for who may not know of it, 403 for who may not do this there, with a
 * code of its own where only their blinding stands in the way.
 */
export const viewIn = (trial: TrialAccess, actor: Actor, capability: TrialCapability): Outcome<TrialView, Refusal> => {
  const { permission, sites } = trialPermission(trial, actor.permissions)
  if (!can(permission, 'viewTrial')) return refused(refusal('not_found'))
  if (isBlindedFrom(permission, capability)) return refused(refusal('blinded'))
  if (!can(permission, capability)) return refused(refusal('forbidden'))
  const visibility = visibilityOf(permission)
  return accepted({ trial_id: trial.id, permission, sites, visibility })
}

/** The first line of every use case in a trial: 404 where there is none, or none that the person may know of. */
export const authoriseInTrial = async (
  queries: Queries,
  actor: Actor,
  trialId: number,
  capability: TrialCapability,
): Promise<Outcome<TrialView, Refusal>> => {
  const trial = await findTrialAccess(queries, trialId)
  return trial ? viewIn(trial, actor, capability) : refused(refusal('not_found'))
}

/** The first line of every use case that is of no trial in particular. */
export const authoriseAnywhere = (actor: Actor, capability: AnywhereCapability): Outcome<Actor, Refusal> =>
  canAnywhere(maxLevel(actor.permissions), capability) ? accepted(actor) : refused(refusal('forbidden'))

/** The first line of every use case of the system as a whole. */
export const authoriseInSystem = (
  actor: Actor,
  capability: SystemCapability,
): Outcome<EffectivePermission, Refusal> => {
  const permission = systemPermission(actor.permissions)
  return canInSystem(permission, capability) ? accepted(permission) : refused(refusal('forbidden'))
}
