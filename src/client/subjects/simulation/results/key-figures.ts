import type { CheckedEstimate, Estimate, SimulationFigures } from '#contract/simulation-figures'
import { firstEfficiency } from './result'
import type { FigureKind } from '../../../ui/format-figure'

/** A figure that alternatives are compared by: estimated, or counted. */
export type KeyFigure = { name: string } & (
  | { kind: FigureKind; of: (figures: SimulationFigures) => CheckedEstimate | null }
  | { kind: 'counted'; of: (figures: SimulationFigures) => number | null }
)

const final = ({ imbalance: [whole] }: SimulationFigures) => whole ?? null

const unchecked = (estimate: Estimate | undefined): CheckedEstimate | null =>
  estimate === undefined ? null : { ...estimate, exact: null }

/** What one looks at first, balance before predictability. */
export const KEY_FIGURES: readonly KeyFigure[] = [
  { name: 'Final imbalance, mean', kind: 'number', of: (figures) => final(figures)?.mean ?? null },
  {
    name: 'Final imbalance, root mean square',
    kind: 'number',
    of: (figures) => final(figures)?.root_mean_square ?? null,
  },
  {
    name: 'Final imbalance, 95th percentile of the trials',
    kind: 'counted',
    of: (figures) => final(figures)?.quantile_95 ?? null,
  },
  { name: 'Final imbalance, largest', kind: 'counted', of: (figures) => final(figures)?.max ?? null },
  {
    name: 'Greatest imbalance on the way, mean',
    kind: 'number',
    of: ({ path_maximum }) => unchecked(path_maximum?.mean),
  },
  {
    name: 'Greatest imbalance on the way, 95th percentile',
    kind: 'counted',
    of: ({ path_maximum }) => path_maximum?.quantile_95 ?? null,
  },
  { name: 'Imbalance in a cell of the strata, mean', kind: 'number', of: ({ cells }) => unchecked(cells?.[0]?.mean) },
  { name: 'Loss of efficiency, participants', kind: 'number', of: (figures) => firstEfficiency(figures)?.loss ?? null },
  { name: 'Power of the t test', kind: 'share', of: (figures) => unchecked(firstEfficiency(figures)?.power) },
  {
    name: 'Type I error under selection bias',
    kind: 'share',
    of: ({ selection_bias }) => unchecked(selection_bias?.trial.type_1_error),
  },
  {
    name: 'Correct guesses, seeing every allocation',
    kind: 'share',
    of: ({ predictability }) => predictability.trial_guesser,
  },
  {
    name: 'Correct guesses, seeing their own site',
    kind: 'share',
    of: ({ predictability }) => predictability.site_guesser,
  },
  { name: 'Certain allocations', kind: 'share', of: ({ predictability }) => predictability.certain },
  {
    name: 'Longest run of certain allocations, mean',
    kind: 'number',
    of: ({ predictability }) => ({ ...predictability.longest_certain_run.mean, exact: null }),
  },
  {
    name: 'Longest run of certain allocations, largest',
    kind: 'counted',
    of: ({ predictability }) => predictability.longest_certain_run.max,
  },
]
