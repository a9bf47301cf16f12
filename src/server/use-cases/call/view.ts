import type { InSystem, InTrial, Need } from '#contract/needs'
import type { Visibility } from '#domain/people/blinding'
import type { EffectivePermission, PermittedSites } from '#domain/people/permissions'

/** A person's access to a trial: their permission, the sites it reaches, and how much they see of the groups. */
export type TrialView = {
  trial_id: number
  permission: EffectivePermission
  sites: PermittedSites
  visibility: Visibility
}

/** A person's access to the system as a whole. */
export type SystemView = { permission: EffectivePermission }

/** The result of authorising: null where the call needs no trial and no system, or its use case authorises. */
export type View = TrialView | SystemView | null

export type ViewOf<N extends Need> = N extends InTrial ? TrialView : N extends InSystem ? SystemView : null

/** The view with which the answer of a write is made. */
export type AnswerViewOf<N extends Need> = N extends { to_see: null } ? null : ViewOf<N>
