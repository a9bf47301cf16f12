import type { AnywhereCapability, SystemCapability, TrialCapability } from '#domain/people/permissions'

/**
 * What a person needs for a call. Routes authorise by it, the access matrix asks the running server for it, and the API's document
 * says it in words.
 */
export type Need = Public | SignedIn | InSystem | Anywhere | InTrial | UnderLock | InTrialOrSystem

/** No sign-in. */
export type Public = { readonly kind: 'public' } | Download

/** A token of one use stands for a person, who then needs what is `of`. */
export type Download<Of extends InTrial | InSystem = InTrial | InSystem> = {
  readonly kind: 'download'
  readonly of: Of
}

type SignedIn = { readonly kind: 'signed_in' }

export type InSystem = { readonly kind: 'system'; readonly can: SystemCapability; readonly to_see?: null }

/** In whichever trial, or in the system. Of what is one's own, the use case finds nothing for anybody else. */
type Anywhere = {
  readonly kind: 'anywhere'
  readonly can: AnywhereCapability
  readonly of?: 'oneself'
  readonly to_see?: null
}

/** In the trial that the address names. */
export type InTrial = {
  readonly kind: 'trial'
  readonly can: TrialCapability
  /** In the system as well. */
  readonly and?: SystemCapability
  /** It lies at a site: the use case finds it at the sites of the view alone. */
  readonly of?: 'site' | 'participant' | 'study pack'
  /** Enough for what is of the person themselves, whom the address names. */
  readonly for_oneself?: TrialCapability
  /** Needed before the answer of a write is shown, where that is not the same again. */
  readonly to_see?: TrialCapability | null
}

/** In the trial that the address names, at the site of the body: judged by the use case under the lock of the trial. */
export type UnderLock = { readonly kind: 'under_lock'; readonly can: TrialCapability }

/**
 * In every trial that the call concerns, and in the system where it concerns none: judged by the use case, which knows them. Where one
 * trial or the system is enough, `anywhere` says so.
 */
type InTrialOrSystem = {
  readonly kind: 'trial_or_system'
  readonly in_trial: TrialCapability
  readonly in_system: SystemCapability
  readonly anywhere?: true
}

export const anybody: { readonly kind: 'public' } = { kind: 'public' }
export const signedIn: SignedIn = { kind: 'signed_in' }

export const inSystem = (can: SystemCapability): InSystem => ({ kind: 'system', can })

export const anywhere = (can: AnywhereCapability): Anywhere => ({ kind: 'anywhere', can })
export const anywhereOfOneself = (can: AnywhereCapability): Anywhere => ({ kind: 'anywhere', can, of: 'oneself' })

type More = { [Field in 'and' | 'for_oneself']?: InTrial[Field] } & { to_see?: TrialCapability }

export const inTrial = (can: TrialCapability, more?: More): InTrial => ({ kind: 'trial', can, ...more })
export const aboutSite = (can: TrialCapability): InTrial => ({ kind: 'trial', can, of: 'site' })
export const aboutParticipant = (can: TrialCapability, more?: More): InTrial => ({
  ...inTrial(can, more),
  of: 'participant',
})
export const aboutStudyPack = (can: TrialCapability, more?: More): InTrial => ({
  ...inTrial(can, more),
  of: 'study pack',
})

export const underLock = (can: TrialCapability): UnderLock => ({ kind: 'under_lock', can })

export const inTrialOrSystem = (in_trial: TrialCapability, in_system: SystemCapability): InTrialOrSystem => ({
  kind: 'trial_or_system',
  in_trial,
  in_system,
})

export const inAnyTrialOrSystem = (in_trial: TrialCapability, in_system: SystemCapability): InTrialOrSystem => ({
  ...inTrialOrSystem(in_trial, in_system),
  anywhere: true,
})

export const byToken = <Of extends InTrial | InSystem>(of: Of): Download<Of> => ({ kind: 'download', of })

/** Needed to perform alone: what of the answer may be seen is for its use case to judge, or it holds nothing that is hidden. */
export const toPerform = <N extends InTrial | InSystem | Anywhere>(need: N) => ({ ...need, to_see: null })

/** Whether a call is made without a sign-in. */
export const isPublic = ({ needs }: { readonly needs: Need }): boolean =>
  needs.kind === 'public' || needs.kind === 'download'
