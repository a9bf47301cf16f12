import type { CheckedEstimate, SimulationFigures } from '#contract/simulation-figures'
import type { FigureKind } from '../../../ui/format-figure'

/** A figure that alternatives are compared by: estimated, or counted. */
export type KeyFigure = { name: string } & (
  | { kind: FigureKind; of: (figures: SimulationFigures) => CheckedEstimate | null }
  | { kind: 'counted'; of: (figures: SimulationFigures) => number | null }
)

const final = ({ imbalance: [whole] }: SimulationFigures) => whole ?? null

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
