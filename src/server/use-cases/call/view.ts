import type { InSystem, InTrial, Need } from '#contract/needs'
import type { Visibility } from '#domain/people/blinding'
import type { EffectivePermission, PermittedSites } from '#domain/people/permissions'

/** How one person stands to one trial: what they may do there, at which sites, and how much of the groups they see. */
export type TrialView = {
  trial_id: number
  permission: EffectivePermission
  sites: PermittedSites
  visibility: Visibility
}

/** How one person stands to the system as a whole. */
export type SystemView = { permission: EffectivePermission }

/** What authorising gives: null where nothing is needed of a trial or the system, or where the use case judges. */
export type View = TrialView | SystemView | null

export type ViewOf<N extends Need> = N extends InTrial ? TrialView : N extends InSystem ? SystemView : null

/** The view with which the answer of a write is made. */
export type AnswerViewOf<N extends Need> = N extends { to_see: null } ? null : ViewOf<N>
