import { covariateProducts, shareOfCells } from './covariate-products'
import { checked, type CheckedEstimate, type Estimate } from './figures'
import { moments } from './moments'
import { comparedGroups, type Compared } from './simulated-groups'
import type { Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { powerCurve } from './t-test/power-curve'

/** What the realised allocation costs one comparison: that of a group with the first open one. */
export type EfficiencyFigures = {
  /** Whose groups: of the trial, or of a factor of a factorial one. */
  readonly compared: Compared['compared']
  /** The two groups, by their place among those compared. */
  readonly groups: readonly [number, number]
  /** Atkinson's loss: how many participants' information imbalance wastes. */
  readonly loss: CheckedEstimate
  /** The power of the t test, mean over the simulated trials, and what it would be at the planned allocation. */
  readonly power: Estimate
  readonly planned_power: number
}

/** The two sets of cells that a comparison is between. */
type Comparison = Pick<EfficiencyFigures, 'compared' | 'groups'> & {
  readonly cells: readonly [readonly number[], readonly number[]]
}

/**
 * The loss L = n′ (1 − S / S₀) of Atkinson (Journal of the Royal Statistical Society A 165, 2002, 349–373), where n′ of the trial's
 * participants are expected in the two groups, S is the `information` of the realised allocation and S₀ = n′ ρ (1 − ρ) that of
 * the planned one, ρ being the second group's share of the two. At 1 : 1 that is bᵀ (FᵀF)⁻¹ b. Under simple randomisation its mean is
 * the number of covariates. `exactSquare` is the mean square of N1 − N2 where it is known. Null where the covariates are too many, or
 * the ratio differs by an option.
 */
export const observeEfficiency = (
  plan: SimulationPlan,
  exactSquare: number | null,
): Observer<readonly EfficiencyFigures[] | null> => {
  const { sizes, analysis } = plan
  // What is planned differs by option, and no one share of the two groups is the most that they can tell.
  if (plan.design.ratios !== undefined) return NOT_WORKED_OUT
  const products = covariateProducts(plan)
  if (products === null) return NOT_WORKED_OUT
  const rows = comparisonsOf(plan).map((comparison) => {
    const [first, second] = comparison.cells.map((cells) => shareOfCells(plan, cells))
    const both = (first ?? 0) + (second ?? 0)
    const expected = sizes.participants * both
    const planned = (sizes.participants * (first ?? 0) * (second ?? 0)) / both
    const power = powerCurve(analysis.effect, analysis.significance, planned)
    return { comparison, expected, planned, power, losses: moments(), powers: moments() }
  })
  const latest: { loss: number | null; power: number | null } = { loss: null, power: null }
  return {
    measures: [
      { name: 'loss', latest: () => latest.loss },
      { name: 'power', latest: () => latest.power },
    ],
    see: products.add,
    endTrial: () => {
      for (const [index, { comparison, expected, planned, power, losses, powers }] of rows.entries()) {
        const { information, participants, rank } = products.informationOf(...comparison.cells)
        const loss = expected * (1 - information / planned)
        const chance = power(information, participants - rank - 1)
        losses.add(loss)
        powers.add(chance)
        if (index === 0) Object.assign(latest, { loss, power: chance })
      }
      products.reset()
    },
    figures: () =>
      rows.map(({ comparison: { compared, groups }, expected, planned, power, losses, powers }) => ({
        compared,
        groups,
        loss: checked(losses.estimate(), exactLoss(plan, expected / sizes.participants, products.columns, exactSquare)),
        power: powers.estimate(),
        planned_power: power(planned, expected - products.columns - 1),
      })),
  }
}

const NOT_WORKED_OUT: Observer<null> = { see: () => {}, endTrial: () => {}, figures: () => null }

/** Below this an option that nobody has is too unlikely to change a mean. */
const NEGLIGIBLE = 1e-9

const exactLoss = (
  plan: SimulationPlan,
  compared: number,
  columns: number,
  exactSquare: number | null,
): number | null => {
  if (plan.design.method === 'standard' && isEveryOptionMet(plan, compared)) return columns
  return columns === 1 && exactSquare !== null && isEvenPair(plan) ? exactSquare / plan.sizes.participants : null
}

const isEvenPair = ({ design }: SimulationPlan): boolean => {
  const open = design.cells.filter(({ weight }) => weight > 0)
  return (
    open.length === 2 &&
    design.cells.every(({ group_ids }) => group_ids.length === 1) &&
    open.every(({ weight }) => weight === 1)
  )
}

/** Whether somebody of the compared groups, which have this share of all participants, is sure to have each option. */
const isEveryOptionMet = (
  { sizes, analysis, option_shares, site_shares }: SimulationPlan,
  compared: number,
): boolean => {
  const shares = analysis.adjusts_for_sites ? [...option_shares, site_shares] : option_shares
  const isMet = (of: readonly number[]) => {
    const sum = of.reduce((added, share) => added + share, 0)
    return of.every((share) => sizes.participants * Math.log1p((-compared * share) / sum) < Math.log(NEGLIGIBLE))
  }
  return shares.every((of) => of.length === 1 || isMet(of))
}

/** In a factorial trial the groups of each factor, else those of the trial; each against the first that is open. */
const comparisonsOf = ({ design }: SimulationPlan): readonly Comparison[] => {
  const all = comparedGroups(design)
  return all
    .slice(all.length > 1 ? 1 : 0)
    .flatMap(({ compared, ratios: [weights = []], group_of_cell: groupOfCell }) => {
      const cellsOf = (group: number) => groupOfCell.flatMap((of, cell) => (of === group ? [cell] : []))
      const open = weights.flatMap((weight, group) => (weight > 0 ? [group] : []))
      const [first = 0] = open
      return open.slice(1).map((group): Comparison => ({
        compared,
        groups: [first, group],
        cells: [cellsOf(first), cellsOf(group)],
      }))
    })
}
