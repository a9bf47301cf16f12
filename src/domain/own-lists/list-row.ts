/** The most rows of one list. */
export const MAX_LIST_ROWS = 10_000

/** A row as it was written: names where the trial has them, and the place within its stratum, from 1. */
export type ListRow = {
  readonly site: string | null
  /** One option for each stratum of the trial, in its order; none where the design does not use them. */
  readonly options: readonly string[]
  readonly position: number
  /** One study group, or in a factorial trial one of each factor. */
  readonly study_groups: readonly string[]
}

/** The fault of one row, counted from 1, in the words of its author's file. */
export type ListRowFault = { readonly row: number; readonly column: ListColumn; readonly message: string }
type ListColumn = 'site' | `options.${number}` | 'position' | 'study_groups'
