import type { CheckedEstimate, Estimate } from '#contract/simulation-figures'
import type { CsvCell } from '#domain/csv'

/** The cells of a line after its alternative: figure, of, at, statistic, value, standard error, exact value. */
export type Line = readonly CsvCell[]

/** A number that has no error. */
export const counted = (figure: string, of: string, at: CsvCell, statistic: string, value: number): Line => [
  figure,
  of,
  at,
  statistic,
  written(value),
  null,
  null,
]

/** A mean over simulated trials, with its error, and the exact value where there is one. */
export const estimated = (
  figure: string,
  of: string,
  at: CsvCell,
  statistic: string,
  estimate: Estimate | CheckedEstimate,
): Line => [
  figure,
  of,
  at,
  statistic,
  written(estimate.mean),
  written(estimate.standard_error),
  written('exact' in estimate ? estimate.exact : null),
]

/** More digits than any figure needs, and fewer than the rounding errors of a sum. */
const DIGITS = 10
const written = (value: number | null): number | null => (value === null ? null : Number(value.toPrecision(DIGITS)))
