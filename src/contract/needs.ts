import {
  neededInTrial,
  type AnywhereCapability,
  type SystemCapability,
  type TrialCapability,
} from '#domain/people/permissions'
import type { ErrorCode } from './errors'

/**
 * The access that a call needs. Routes authorise by it, the access matrix tests the running server against it, and the API's
 * document describes it.
 */
export type Need = Public | SignedIn | InSystem | Anywhere | InTrial | UnderLock | InTrialOrSystem

/** No sign-in. */
export type Public = { readonly kind: 'public' } | Download

/** A single-use token stands for a person, who needs the access `of`. */
export type Download<Of extends InTrial | InSystem = InTrial | InSystem> = {
  readonly kind: 'download'
  readonly of: Of
}

type SignedIn = { readonly kind: 'signed_in' }

export type InSystem = { readonly kind: 'system'; readonly can: SystemCapability; readonly to_see?: null }

/** In any trial, or in the system. With `of: 'oneself'` the use case shows a person only their own data. */
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
  /** Also in the system. */
  readonly and?: SystemCapability
  /** The record belongs to a site: the use case finds it only at the sites of the view. */
  readonly of?: 'site' | 'participant' | 'study pack'
  /** Enough where the address names the caller's own user. */
  readonly for_oneself?: TrialCapability
  /** Needed to see the answer of a write, where it differs from `can`; null where nothing is needed. */
  readonly to_see?: TrialCapability | null
}

/** In the trial of the address, at the site of the body: the use case checks it under the lock of the trial. */
export type UnderLock = { readonly kind: 'under_lock'; readonly can: TrialCapability }

/**
 * In every trial that the call concerns, or in the system where it concerns none; only the use case knows which. With
 * `anywhere`, one trial or the system is enough.
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

/** Needed only to perform: the use case decides what the answer shows, or the answer holds nothing hidden. */
export const toPerform = <N extends InTrial | InSystem | Anywhere>(need: N) => ({ ...need, to_see: null })

/** Whether a call needs no sign-in. */
export const isPublic = ({ needs }: { readonly needs: Need }): boolean =>
  needs.kind === 'public' || needs.kind === 'download'

/**
 * The errors that a call may answer because of its need. A trial that the person may not view is answered as missing.
 */
export const errorsOfNeed = (need: Need): ErrorCode[] => {
  switch (need.kind) {
    case 'public':
    case 'signed_in':
      return []
    case 'download':
      return errorsOfNeed(need.of)
    case 'trial':
      if (need.can === 'viewTrial' && need.and === undefined) return []
      return neededInTrial(need.can).unblinded ? ['forbidden', 'blinded'] : ['forbidden']
    case 'system':
    case 'anywhere':
    case 'under_lock':
    case 'trial_or_system':
      return ['forbidden']
  }
}
