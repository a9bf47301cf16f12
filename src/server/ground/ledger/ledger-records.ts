import { PERCENT } from '#domain/randomisation/minimisation-probability'
import type { AllocationDesign } from '#domain/randomisation/design'
import type { Canonical } from './canonical-json'

/** A record of a trial's ledger: i = 1, 2, … without a gap; `at` is an instant in UTC with milliseconds. */
export type LedgerRecord =
  | AllocationRecord
  | SettingsRecord
  | NamesRecord
  | ListRecord
  | EpochRecord
  | FlagRecord
  | ReopeningRecord
  | RevealRecord

/**
 * One draw. `counter` is t, whose words decided it; options are those of every stratum, in order of stratum id; `arm` is the
 * place drawn, a virtual arm in a minimisation and a cell otherwise; `groups` are one, or one of each factor.
 */
export type AllocationRecord = {
  readonly type: 'allocation'
  readonly i: number
  readonly at: string
  readonly counter: number
  readonly epoch: number
  readonly site: number
  readonly options: readonly { readonly stratum: number; readonly option: number }[]
  readonly arm: number
  readonly groups: readonly number[]
  /** Where groups come from an uploaded list alone: the row that was used, counted from 1 within its stratum. */
  readonly position?: number
}

/** The design of the draws after it. */
export type SettingsRecord = {
  readonly type: 'settings'
  readonly i: number
  readonly at: string
  readonly design: LedgerDesign
}

/** The salted hash of the name of a study group or a site, in hex. */
export type HashedName = { readonly id: number; readonly hash: string }

/**
 * The names of study groups and sites from here on; those without a name in it retain theirs. Ids ascend. Salts count
 * through the study groups and then the sites (src/decisions/0043-names-in-the-ledger.md).
 */
export type NamesRecord = {
  readonly type: 'names'
  readonly i: number
  readonly at: string
  readonly study_groups: readonly HashedName[]
  readonly sites: readonly HashedName[]
}

/** From here on the rows of the uploaded list with this number are used behind those before; `hash` commits to them (decision 0103). */
type ListRecord = {
  readonly type: 'list'
  readonly i: number
  readonly at: string
  readonly number: number
  readonly hash: string
}

/** The draws after it begin with empty counts, urns and blocks. */
type EpochRecord = {
  /** `carried`: the settings before it leave counts, urns and blocks of this epoch as they are. */
  readonly type: 'epoch' | 'carried'
  readonly i: number
  readonly at: string
  readonly epoch: number
}

/**
 * A flag set or lifted on the participant drawn at `counter`, by a person of this level. `steers` is 1 where that moved the
 * counts of the engine: out of them by a flag, into them by its lifting.
 */
type FlagRecord = {
  readonly type: 'flag' | 'unflag'
  readonly i: number
  readonly at: string
  readonly counter: number
  readonly level: number
  readonly steers: 0 | 1
}

/** The trial had been finished after `drawn` allocations, and two people re-opened it; `number` counts how often. */
type ReopeningRecord = {
  readonly type: 'reopening'
  readonly i: number
  readonly at: string
  readonly number: number
  readonly drawn: number
}

/** The seed left the vault. */
type RevealRecord = { readonly type: 'reveal'; readonly i: number; readonly at: string }

/** A design as the ledger records it: integers and strings only. */
export type LedgerDesign = { readonly [field: string]: Canonical }

/** In: a valid design. Out: its fields, with flags as 0 or 1. A probability in percent is not marked as such. */
export const ledgerDesign = (design: AllocationDesign): LedgerDesign =>
  Object.fromEntries(
    Object.entries(design)
      .filter(([field, value]) => field !== 'minimisation_out_of' || value !== PERCENT)
      .map(([field, value]) => [field, typeof value === 'boolean' ? Number(value) : value]),
  )
