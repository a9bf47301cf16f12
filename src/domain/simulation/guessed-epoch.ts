import type { AllocationDesign } from '../randomisation/design'
import type { DrawnParticipant } from '../randomisation/strata'
import type { CarriedDesign, CountMove } from './simulated-trial'

/** A participant who was drawn: site, options, and what was drawn, a virtual arm in a minimisation, else a cell. */
export type GuessedParticipant = DrawnParticipant & { readonly arm: number }

/** The participants of one epoch, one or more, in the order of their draws, and the design that they were drawn under. */
export type GuessedEpoch = {
  readonly design: AllocationDesign
  readonly participants: readonly GuessedParticipant[]
  /** The flags that moved counts of this epoch, in order. */
  readonly moves: readonly CountMove[]
  /** Settings that were saved within it and left its counts as they were, in order. */
  readonly carried?: readonly CarriedDesign[]
}
