/** How a simulated trial will be analysed, and how its recruitment may be biased. */
export type AnalysisPlan = {
  /** The difference of the means between two groups that the trial is to find, in standard deviations of the outcome. */
  readonly effect: number
  /** Of the two-sided test, from 0 to 1. */
  readonly significance: number
  /** How much better the outcome of a participant is expected who is chosen for a guessed group, in standard deviations. */
  readonly selection_bias: number
  /** Whether the sites are adjusted for beside the strata. */
  readonly adjusts_for_sites: boolean
}

/** A medium effect (Cohen 1988), the usual level, and a bias of a quarter of a standard deviation. */
export const USUAL_ANALYSIS: AnalysisPlan = {
  effect: 0.5,
  significance: 0.05,
  selection_bias: 0.25,
  adjusts_for_sites: false,
}

/** More sites than this cannot each be adjusted for: each takes an equation in every simulated trial. */
export const MAX_ADJUSTED_SITES = 60
