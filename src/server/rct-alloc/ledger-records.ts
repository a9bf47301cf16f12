import type { AllocationDesign } from '#domain/randomisation/design'
import type { Canonical } from './canonical-json'

/** What a trial's ledger says, record by record; i = 1, 2, … without gap, `at` an instant in UTC with milliseconds. */
export type LedgerRecord = AllocationRecord | SettingsRecord

/** One draw. `counter` is t, whose words decided it; options are those of every stratum, in order of stratum id. */
export type AllocationRecord = {
  readonly type: 'allocation'
  readonly i: number
  readonly at: string
  readonly counter: number
  readonly epoch: number
  readonly site: number
  readonly options: readonly { readonly stratum: number; readonly option: number }[]
  readonly group: number
}

/** The design that the draws after it follow. */
export type SettingsRecord = {
  readonly type: 'settings'
  readonly i: number
  readonly at: string
  readonly design: LedgerDesign
}

/** A design in the words of the ledger, which has only whole numbers and strings. */
export type LedgerDesign = { readonly [field: string]: Canonical }

/** A valid design in; its fields out, with flags as 0 or 1 and without the settings that its method does not use. */
export const ledgerDesign = (design: AllocationDesign): LedgerDesign =>
  Object.fromEntries(
    Object.entries(design).flatMap(([field, value]) =>
      value === null ? [] : [[field, typeof value === 'boolean' ? Number(value) : value]],
    ),
  )
