import { refusal, type Refusal } from '#contract/errors'
import { signedIn, type InTrial, type Need } from '#contract/needs'
import { visibilityOf } from '#domain/people/blinding'
import { accepted, refused, type Outcome } from '#domain/outcome'
import {
  can,
  canAnywhere,
  canInSystem,
  isBlindedFrom,
  maxLevel,
  systemPermission,
  trialPermission,
  type SystemCapability,
  type TrialCapability,
} from '#domain/people/permissions'
import { findTrialAccess } from '../../ground/db/trials'
import type { Queries } from '../../ground/db/transaction'
import type { Actor } from './call'
import type { AnswerViewOf, SystemView, TrialView, View, ViewOf } from './view'

/** A call, or whatever else needs what calls do. */
type Needing = { readonly needs: Need }

/** Whose right is asked for; nobody's where a call needs no sign-in. */
type Asking = { actor: Actor | null; parameters: object }

/**
 * Whether a person has what a call needs, and the view that gives: 401 for nobody, 404 for who may not know of the trial, 403 for
 * who may not do this there. Routes ask it before a call is performed.
 */
export const authorise = async <E extends Needing>(
  queries: Queries,
  { needs }: E,
  asking: Asking,
): Promise<Outcome<ViewOf<E['needs']>, Refusal>> => {
  const view = await viewFor(queries, needs, asking)
  if (!view.ok) return view
  if (!isViewOf<E['needs']>(needs, view.value)) throw new Error(`a need of the kind ${needs.kind} gave another view`)
  return accepted(view.value)
}

/** The same before the answer of a write is shown, for the original and for a repeat, which performs nothing (decision 0002). */
export const authoriseAnswer = async <E extends Needing>(
  queries: Queries,
  { needs }: E,
  asking: Asking,
): Promise<Outcome<AnswerViewOf<E['needs']>, Refusal>> => {
  const view = await viewFor(queries, neededToSee(needs), asking)
  if (!view.ok) return view
  if (!isAnswerViewOf<E['needs']>(needs, view.value))
    throw new Error(`a need of the kind ${needs.kind} gave another view`)
  return accepted(view.value)
}

const viewFor = async (
  queries: Queries,
  need: Need,
  { actor, parameters }: Asking,
): Promise<Outcome<View, Refusal>> => {
  if (need.kind === 'public' || need.kind === 'download') return accepted(null)
  if (actor === null) return refused(refusal('no_token'))
  switch (need.kind) {
    case 'trial':
      return viewOfTrial(queries, need, actor, parameters)
    case 'system':
      return viewOfSystem(actor, need.can)
    case 'anywhere':
      return canAnywhere(maxLevel(actor.permissions), need.can) ? accepted(null) : refused(refusal('forbidden'))
    case 'signed_in':
    // Judged by the use case.
    case 'under_lock':
    case 'trial_or_system':
      return accepted(null)
  }
}

const viewOfTrial = async (
  queries: Queries,
  need: InTrial,
  actor: Actor,
  parameters: object,
): Promise<Outcome<TrialView, Refusal>> => {
  const trial = await findTrialAccess(queries, idIn(parameters, 'trial_id'))
  if (!trial) return refused(refusal('not_found'))
  const isOwn = need.for_oneself !== undefined && idIn(parameters, 'user_id') === actor.user_id
  const view = viewIn(trial, actor, isOwn ? (need.for_oneself ?? need.can) : need.can)
  if (!view.ok || need.and === undefined) return view
  const besides = viewOfSystem(actor, need.and)
  return besides.ok ? view : besides
}

const idIn = (parameters: object, name: string): number => {
  const id = Object.entries(parameters).find(([field]) => field === name)?.[1]
  if (typeof id !== 'number') throw new Error(`a need is of the ${name} of an address that has none`)
  return id
}

/**
 * How the person stands to a trial already read: 404 for who may not know of it, 403 for who may not do this there, with a
 * code of its own where only their blinding stands in the way.
 */
export const viewIn = (
  trial: { id: number; is_protected_trial: boolean },
  actor: Actor,
  capability: TrialCapability,
): Outcome<TrialView, Refusal> => {
  const { permission, sites } = trialPermission(trial, actor.permissions)
  if (!can(permission, 'viewTrial')) return refused(refusal('not_found'))
  if (isBlindedFrom(permission, capability)) return refused(refusal('blinded'))
  if (!can(permission, capability)) return refused(refusal('forbidden'))
  const visibility = visibilityOf(permission)
  return accepted({ trial_id: trial.id, permission, sites, visibility })
}

/** How the person stands to the system as a whole: 403 for who may not do this there. */
export const viewOfSystem = (actor: Actor, capability: SystemCapability): Outcome<SystemView, Refusal> => {
  const permission = systemPermission(actor.permissions)
  return canInSystem(permission, capability) ? accepted({ permission }) : refused(refusal('forbidden'))
}

const neededToSee = (need: Need): Need => {
  if (isNoneNeededToSee(need)) return signedIn
  return need.kind === 'trial' ? { ...need, can: need.to_see ?? need.can } : need
}

const isNoneNeededToSee = (need: Need): boolean => 'to_see' in need && need.to_see === null

const isViewOf = <N extends Need>(need: N, view: View): view is ViewOf<N> => fits(need, view)

const isAnswerViewOf = <N extends Need>(need: N, view: View): view is AnswerViewOf<N> =>
  isNoneNeededToSee(need) ? view === null : fits(need, view)

const fits = ({ kind }: Need, view: View): boolean => {
  if (view === null) return kind !== 'trial' && kind !== 'system'
  return kind === 'trial' ? 'sites' in view : kind === 'system'
}
