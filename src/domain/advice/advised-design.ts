/** What a trial is like, for whoever chooses how to randomise it. */
export type TrialFeatures = {
  readonly participants: number
  readonly sites: number
  readonly strata: number
  /** The weights of the open groups, reduced. */
  readonly weights: readonly number[]
  /** Whether those who recruit learn what was allocated; else only the sequence of past allocations could be guessed from. */
  readonly is_open_label: boolean
  /** Of the planned test. */
  readonly significance: number
}

/** One of the designs that are compared, by what its simulation found. Rates are shares from 0 to 1. */
export type AdvisedDesign = {
  readonly letter: string
  /** The codes of what is said against it. */
  readonly warnings: readonly string[]
  readonly guesser: { readonly trial: number; readonly site: number; readonly unseeing: number }
  readonly certain: { readonly trial: number; readonly site: number }
  /** Null for more than two groups. */
  readonly type_1_error: { readonly trial: number; readonly site: number } | null
  /** Of the comparison where it is greatest, in participants; null where it was not worked out. */
  readonly loss: number | null
  /** By how much imbalance lowers the power, in the comparison where it does most; null like `loss`. */
  readonly power_lost: number | null
  /** The imbalance at the end that 95 percent of the simulated trials do not exceed, for each unit of weight. */
  readonly imbalance_95: number
  /** The farthest that a group’s share is from its ratio at any position, in Monte-Carlo standard errors. */
  readonly ratio_off: number
}
