import type { RandomisationErrorKind } from '../participants/randomisation-error'
import type { AllocationDesign } from '../randomisation/design'
import type { CountsAfterChange } from '../randomisation/epoch'
import type { DocumentedTrial, NamedGroup } from './documented-trial'

/** A trial as its report needs it, and how its instants are read. */
export type ReportedTrial = DocumentedTrial & {
  /** Whether it is Finished or Terminated. */
  readonly is_over: boolean
  readonly groups: readonly NamedGroup[]
  readonly option_names: ReadonlyMap<number, string>
  readonly time: (instant: string) => string
}

/** Rows that figures are made of, and the query of the database that found them. Instants are ISO 8601 in UTC. */
export type Found<Row> = { readonly rows: readonly Row[]; readonly query: string }

/** A design as the ledger has it, from record `record_no` on, the epoch that it begins or belongs to, and what it did to the counts. */
export type RecordedDesign = {
  readonly record_no: number
  readonly at: string
  readonly epoch: number
  readonly design: AllocationDesign
  readonly counts: CountsAfterChange
}

/** What a randomisation report is made of, each by its name, with its query. */
export type ReportFigures = {
  readonly trial: Found<{
    /** Everybody randomised, flagged or not. */
    readonly allocation_counter: number
    /** Those who count towards the sample size. */
    readonly num_sampled: number
    readonly exclude_flagged_participants: boolean
    readonly ledger_length: number
    readonly ledger_head: string | null
    readonly commitment: string
    readonly nonce_hex: string | null
    readonly seed_revealed_at: string | null
  }>
  readonly statuses: Found<{
    readonly at: string
    readonly change: string
    readonly reason: string | null
    /** Who did it, by their name at that time; null where no person did. */
    readonly by: string | null
  }>
  readonly designs: Found<RecordedDesign>
  readonly epochs: Found<{
    readonly epoch: number
    readonly participants: number
    readonly first_at: string
    readonly last_at: string
  }>
  readonly drawn: Found<{
    readonly epoch: number
    readonly group_ids: readonly number[]
    /** As used at the draw, in order of the strata. */
    readonly option_ids: readonly number[]
    readonly participants: number
  }>
  readonly sites: Found<{
    readonly title: string
    readonly is_closed: boolean
    readonly opened_at: string | null
    readonly participants: number
    readonly first_at: string | null
    readonly last_at: string | null
  }>
  readonly flags: Found<{ readonly flagged: number; readonly ever_flagged: number; readonly counted_out: number }>
  readonly errors: Found<{
    readonly number: number
    readonly site: string
    readonly at: string
    readonly kind: RandomisationErrorKind
    readonly comment: string
    readonly as_used: string | null
    readonly corrected: string | null
  }>
  readonly wrong_strata: Found<{
    readonly stratum: string
    readonly used: string
    readonly corrected: string
    readonly participants: number
  }>
  readonly unblindings: Found<{
    readonly number: number
    readonly site: string
    readonly at: string
    readonly is_inadvertent: boolean
    readonly reason: string
  }>
  readonly renamed: Found<{
    readonly is_site: boolean
    readonly former: string
    readonly present: string
    readonly ended_at: string
    readonly last_number: number
    readonly reason: string
  }>
}

/** The figures by name, in the order of the report, each with the title under which its query is printed. */
export const FIGURE_TITLES: Readonly<Record<keyof ReportFigures, string>> = {
  trial: 'State of the trial',
  statuses: 'Course of the trial',
  designs: 'Designs and epochs',
  epochs: 'Participants by epoch',
  drawn: 'Participants by epoch and study group',
  sites: 'Sites',
  flags: 'Flags',
  errors: 'Randomised in error',
  wrong_strata: 'Errors in stratification',
  unblindings: 'Unblindings',
  renamed: 'Names that changed',
}
