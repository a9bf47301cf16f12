import { checked, type CheckedEstimate } from './figures'
import { histogram, type HistogramBin } from './histogram'
import { imbalanceBeside } from './imbalance'
import { ratioSlots, weightsByRatio } from './ratio-slots'
import { comparedGroups, type Compared } from './simulated-groups'
import type { Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { tally, type Tally } from './tally'

/**
 * The participants among whom groups are compared; sites, strata and options count from 0 in the order of the design.
 */
type ImbalanceScope =
  | { readonly of: 'trial' }
  | { readonly of: 'site'; readonly site: number }
  | { readonly of: 'option'; readonly stratum: number; readonly option: number }

/** The imbalance at the end of a trial, in one scope; `imbalanceBeside` defines it. */
export type ImbalanceFigures = {
  readonly compared: Compared['compared']
  readonly scope: ImbalanceScope
  readonly mean: CheckedEstimate
  readonly root_mean_square: CheckedEstimate
  readonly quantile_95: number
  readonly max: number
}

/** The known exact figures of the imbalance of the whole trial. */
export type ExactImbalance = { readonly mean: number | null; readonly root_mean_square: number | null }

type Figures = {
  readonly imbalance: readonly ImbalanceFigures[]
  /** Of the imbalance of allocations in the whole trial. */
  readonly distribution: readonly HistogramBin[]
}

/** Counts at the end of each trial: for the whole of it, each site, and each option of each stratum, used or not. */
export const observeImbalance = (plan: SimulationPlan, exact: ExactImbalance): Observer<Figures> => {
  const { design, sizes } = plan
  const scopes = scopesOf(plan)
  const firstOptions = firstOptionsOf(plan)
  const slots = ratioSlots(plan)
  const counts = scopes.map(() => Array.from({ length: slots.length }, () => 0))
  const rows = comparedGroups(design).flatMap((compared) =>
    scopes.map((scope, index) => ({ ...imbalanceRow(compared), scope, index })),
  )
  const ofWholeTrial = imbalanceBeside(...weightsByRatio(slots))
  const count = (index: number, slot: number) => {
    const ofScope = counts[index]
    if (ofScope) ofScope[slot] = (ofScope[slot] ?? 0) + 1
  }

  const final = { imbalance: 0, counts: design.cells.map(() => 0) }
  return {
    measures: [
      { name: 'final_imbalance', latest: () => final.imbalance },
      ...design.cells.map((_, cell) => ({ name: `participants_${cell + 1}`, latest: () => final.counts[cell] ?? 0 })),
    ],
    see: (allocated) => {
      const { site, options } = allocated.recruit
      const slot = slots.slotOf(allocated)
      count(0, slot)
      count(1 + site, slot)
      for (let stratum = 0; stratum < options.length; stratum += 1)
        count(1 + sizes.sites + (firstOptions[stratum] ?? 0) + (options[stratum] ?? 0), slot)
    },
    endTrial: () => {
      for (const { add, index } of rows) add(counts[index] ?? [])
      const [ofTrial = []] = counts
      final.imbalance = ofWholeTrial.of(ofTrial) / ofWholeTrial.parts
      final.counts.fill(0)
      for (let slot = 0; slot < ofTrial.length; slot += 1) {
        const cell = slot % final.counts.length
        final.counts[cell] = (final.counts[cell] ?? 0) + (ofTrial[slot] ?? 0)
      }
      for (const ofScope of counts) ofScope.fill(0)
    },
    figures: () => ({
      imbalance: rows.map(({ compared, scope, values }) => {
        const exactPart = compared === 'allocation' && scope.of === 'trial' ? exact : NOTHING_EXACT
        return {
          compared,
          scope,
          mean: checked(values.mean(), exactPart.mean),
          root_mean_square: checked(values.rootMeanSquare(), exactPart.root_mean_square),
          quantile_95: values.quantile(0.95),
          max: values.max(),
        }
      }),
      distribution: rows.slice(0, 1).flatMap(({ values }) => histogram(values)),
    }),
  }
}

const NOTHING_EXACT: ExactImbalance = { mean: null, root_mean_square: null }

/** The imbalance of one comparison, and the values it had. Counts are of cells, ratio after ratio. */
const imbalanceRow = ({ compared, ratios, group_of_cell: groupOfCell }: Compared) => {
  const imbalance = imbalanceBeside(...ratios)
  const values: Tally = tally(imbalance.parts)
  const groupCounts = ratios.flat().map(() => 0)
  const groups = groupCounts.length / ratios.length
  const add = (ofCells: readonly number[]) => {
    groupCounts.fill(0)
    for (let cell = 0; cell < ofCells.length; cell += 1) {
      const ratio = Math.floor(cell / groupOfCell.length)
      const group = ratio * groups + (groupOfCell[cell % groupOfCell.length] ?? 0)
      groupCounts[group] = (groupCounts[group] ?? 0) + (ofCells[cell] ?? 0)
    }
    values.add(imbalance.of(groupCounts))
  }
  return { compared, values, add }
}

const scopesOf = ({ design, sizes }: SimulationPlan): readonly ImbalanceScope[] => [
  { of: 'trial' },
  ...Array.from({ length: sizes.sites }, (_, site) => ({ of: 'site', site }) as const),
  ...design.strata.flatMap(({ option_ids }, stratum) =>
    option_ids.map((_, option) => ({ of: 'option', stratum, option }) as const),
  ),
]

/** How many options the strata before each one have. */
const firstOptionsOf = ({ design }: SimulationPlan): readonly number[] => {
  let before = 0
  return design.strata.map(({ option_ids }) => (before += option_ids.length) - option_ids.length)
}
