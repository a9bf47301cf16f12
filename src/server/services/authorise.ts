import { refusal, type Refusal } from '#contract/errors'
import { sightOf, type Sight } from '#domain/blinding'
import { accepted, refused, type Outcome } from '#domain/outcome'
import {
  can,
  canInSystem,
  systemPermission,
  trialPermission,
  type EffectivePermission,
  type PermittedSites,
  type SystemCapability,
  type TrialCapability,
} from '#domain/permissions'
import { findTrialAccess } from '../db/trials'
import type { Queries } from '../db/transaction'
import type { Actor } from '../http/call'

/** How one person stands to one trial: what he may do there, at which sites, and how much of the groups he sees. */
export type TrialView = {
  trial_id: number
  permission: EffectivePermission
  sites: PermittedSites
  sight: Sight
  /** The trial's zone, in which its days begin and end. */
  time_zone: string
}

/** How the person stands to a trial; 404 where there is none, or none that he may know of. */
export const viewOfTrial = async (
  queries: Queries,
  actor: Actor,
  trialId: number,
): Promise<Outcome<TrialView, Refusal>> => {
  const trial = await findTrialAccess(queries, trialId)
  if (!trial) return refused(refusal('not_found'))
  const { permission, sites } = trialPermission(trial, actor.permissions)
  if (!can(permission, 'viewTrial')) return refused(refusal('not_found'))
  const sight = sightOf(permission)
  return accepted({ trial_id: trial.id, permission, sites, sight, time_zone: trial.selected_timezone })
}

/** The first line of every use case in a trial: 404 for who may not know of it, 403 for who may not do this there. */
export const authoriseInTrial = async (
  queries: Queries,
  actor: Actor,
  trialId: number,
  capability: TrialCapability,
): Promise<Outcome<TrialView, Refusal>> => {
  const view = await viewOfTrial(queries, actor, trialId)
  if (!view.ok) return view
  return can(view.value.permission, capability) ? view : refused(refusal('forbidden'))
}

/** The first line of every use case of the system as a whole. */
export const authoriseInSystem = (actor: Actor, capability: SystemCapability): Outcome<EffectivePermission, Refusal> => {
  const permission = systemPermission(actor.permissions)
  return canInSystem(permission, capability) ? accepted(permission) : refused(refusal('forbidden'))
}
