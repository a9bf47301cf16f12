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

/** An endpoint, or anything else that declares its needs. */
type WithNeeds = { readonly needs: Need }

/** The caller, null without a sign-in, and the parsed parameters of the address. */
type AccessRequest = { actor: Actor | null; parameters: object }

/**
 * Checks that the caller has what a call needs. Returns their view of the trial or the system. Refuses with 401 without a sign-in,
 * 404 where they may not know of the trial, and 403 where they may not do this there.
 */
export const authorise = async <E extends WithNeeds>(
  queries: Queries,
  { needs }: E,
  request: AccessRequest,
): Promise<Outcome<ViewOf<E['needs']>, Refusal>> =>
  checkedView(await viewFor(queries, needs, request), isViewOf<E['needs']>(needs), needs)

/** As `authorise`, before the answer of a write is shown: for the original and for a repeat, which performs nothing (decision 0002). */
export const authoriseAnswer = async <E extends WithNeeds>(
  queries: Queries,
  { needs }: E,
  request: AccessRequest,
): Promise<Outcome<AnswerViewOf<E['needs']>, Refusal>> =>
  checkedView(await viewFor(queries, neededToSee(needs), request), isAnswerViewOf<E['needs']>(needs), needs)

const checkedView = <V extends View>(
  view: Outcome<View, Refusal>,
  isExpected: (view: View) => view is V,
  { kind }: Need,
): Outcome<V, Refusal> => {
  if (!view.ok) return view
  if (!isExpected(view.value)) throw new Error(`a need of the kind ${kind} gave another view`)
  return accepted(view.value)
}

const viewFor = async (
  queries: Queries,
  need: Need,
  { actor, parameters }: AccessRequest,
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
    // The use case authorises these two.
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
  if (typeof id !== 'number') throw new Error(`a need names ${name}, which the address does not have`)
  return id
}

/**
 * The person's view of a trial that was already read. Refuses with 404 where they may not know of the trial, and with 403 where they
 * may not do this there; the code is `blinded` where only their blinding forbids it.
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

/** The person's view of the system as a whole. Refuses with 403 where they may not do this there. */
export const viewOfSystem = (actor: Actor, capability: SystemCapability): Outcome<SystemView, Refusal> => {
  const permission = systemPermission(actor.permissions)
  return canInSystem(permission, capability) ? accepted({ permission }) : refused(refusal('forbidden'))
}

const neededToSee = (need: Need): Need => {
  if (isNoneNeededToSee(need)) return signedIn
  return need.kind === 'trial' ? { ...need, can: need.to_see ?? need.can } : need
}

const isNoneNeededToSee = (need: Need): boolean => 'to_see' in need && need.to_see === null

const isViewOf =
  <N extends Need>(need: N) =>
  (view: View): view is ViewOf<N> =>
    fits(need, view)

const isAnswerViewOf =
  <N extends Need>(need: N) =>
  (view: View): view is AnswerViewOf<N> =>
    isNoneNeededToSee(need) ? view === null : fits(need, view)

const fits = ({ kind }: Need, view: View): boolean => {
  if (view === null) return kind !== 'trial' && kind !== 'system'
  return kind === 'trial' ? 'sites' in view : kind === 'system'
}
