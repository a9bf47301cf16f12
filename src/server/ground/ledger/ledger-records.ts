import { PERCENT } from '#domain/randomisation/minimisation-probability'
import type { AllocationDesign } from '#domain/randomisation/design'
import type { Canonical } from './canonical-json'

/** A record of a trial's ledger: i = 1, 2, … without a gap; `at` is an instant in UTC with milliseconds. */
export type LedgerRecord = AllocationRecord | SettingsRecord | NamesRecord | EpochRecord | FlagRecord | RevealRecord

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
}

/** The design that the draws after it follow. */
export type SettingsRecord = {
  readonly type: 'settings'
  readonly i: number
  readonly at: string
  readonly design: LedgerDesign
}

/** The salted hash of the name of a study group or a site, in hex. */
export type HashedName = { readonly id: number; readonly hash: string }

/**
 * What study groups and sites are called from here on; those that are not in it keep the names that they have. Ids ascend.
 * Salts count through the study groups and then the sites (src/decisions/0043-names-in-the-ledger.md).
 */
export type NamesRecord = {
  readonly type: 'names'
  readonly i: number
  readonly at: string
  readonly study_groups: readonly HashedName[]
  readonly sites: readonly HashedName[]
}

/** The draws after it begin with empty counts, urns and blocks. */
type EpochRecord = { readonly type: 'epoch'; readonly i: number; readonly at: string; readonly epoch: number }

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

/** The seed left the vault. */
type RevealRecord = { readonly type: 'reveal'; readonly i: number; readonly at: string }

/** A design as the ledger records it: integers and strings only. */
export type LedgerDesign = { readonly [field: string]: Canonical }

/** A valid design in; its fields out, with flags as 0 or 1. That a probability is in percent is not said. */
export const ledgerDesign = (design: AllocationDesign): LedgerDesign =>
  Object.fromEntries(
    Object.entries(design)
      .filter(([field, value]) => field !== 'minimisation_out_of' || value !== PERCENT)
      .map(([field, value]) => [field, typeof value === 'boolean' ? Number(value) : value]),
  )
