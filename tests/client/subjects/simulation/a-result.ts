import type { SimulationFigures } from '#contract/simulation-figures'
import { simulatedDesign } from '#contract/simulations'
import { USUAL_ANALYSIS } from '#domain/advice/analysis-plan'
import * as v from 'valibot'
import type { WrittenResult } from '../../../../src/client/subjects/simulation/results/simulation-csv'

const checked = (mean: number, exact: number | null = null) => ({ mean, standard_error: 0.01, exact })

const FIGURES: SimulationFigures = {
  imbalance: [
    {
      compared: 'allocation',
      scope: { of: 'trial' },
      mean: checked(1.5, 1.25),
      root_mean_square: checked(2),
      quantile_95: 4,
      max: 6,
    },
    {
      compared: 'allocation',
      scope: { of: 'site', site: 1 },
      mean: checked(0.5),
      root_mean_square: checked(1),
      quantile_95: 2,
      max: 3,
    },
    {
      compared: 'factor_1',
      scope: { of: 'option', stratum: 0, option: 1 },
      mean: checked(0.75),
      root_mean_square: checked(1),
      quantile_95: 2,
      max: 3,
    },
  ],
  distribution: [
    { from: 0, to: 0, trials: 30 },
    { from: 2, to: 4, trials: 10 },
  ],
  path: [{ participants: 40, mean: checked(1.5), quantile_2_5: 0, median: 2, quantile_97_5: 4, max: 6 }],
  predictability: {
    trial_guesser: checked(0.7, 0.71),
    site_guesser: checked(0.6),
    unseeing_guesser: 0.5,
    trial_certain: { mean: 0.25, standard_error: 0.01 },
    site_certain: { mean: 0.1, standard_error: 0.02 },
    certain: checked(0.3),
    longest_certain_run: { mean: { mean: 2, standard_error: 0.1 }, quantile_95: 3, max: 4 },
  },
  path_maximum: { mean: { mean: 5, standard_error: 0.1 }, quantile_95: 8, max: 11 },
  cells: [
    {
      of: 'strata',
      cells: 2,
      mean: { mean: 1.25, standard_error: 0.01 },
      worst: { mean: { mean: 2, standard_error: 0.02 }, quantile_95: 3, max: 4 },
    },
  ],
  efficiency: [
    {
      compared: 'allocation',
      groups: [0, 1],
      loss: checked(1.5, 2),
      power: { mean: 0.8, standard_error: 0.001 },
      planned_power: 0.81,
    },
  ],
  selection_bias: {
    trial: {
      type_1_error: { mean: 0.2, standard_error: 0.002 },
      detected: { mean: 0.4, standard_error: 0.003 },
    },
    site: { type_1_error: { mean: 0.06, standard_error: 0.001 }, detected: null },
  },
  ratio: [{ position: 1, shares: [checked(0.6, 0.5), checked(0.4, 0.5)] }],
  stock: [
    {
      packs: [4, 2],
      some_site: { mean: 0.5, standard_error: 0.02 },
      sites: [
        { mean: 0.1, standard_error: 0.01 },
        { mean: 0.4, standard_error: 0.02 },
        { mean: 0.4, standard_error: 0.02 },
      ],
    },
  ],
}

/** The result of a small simulation. A spreadsheet would run the names of its study groups as formulas. */
export const aResult = (letter: string, figures: Partial<SimulationFigures> = {}): WrittenResult => ({
  letter,
  design: v.parse(simulatedDesign, {
    study_groups: [{ name: '=1+2', weight: 2 }, { name: 'Placebo' }],
    trial_strata: [{ name: 'Sex', trial_stratum_options: [{ name: 'Female' }, { name: 'Male' }] }],
  }),
  figures: { ...FIGURES, ...figures },
  simulation: {
    seed: 7,
    runs: 40,
    analysis: USUAL_ANALYSIS,
    warnings: [],
    sizes: { participants: 40, sites: 3, site_shares: null, option_shares: null, packs: null },
  },
})
