import type { Estimate } from './figures'
import { imbalanceBeside } from './imbalance'
import { moments } from './moments'
import { ratioSlots, weightsByRatio } from './ratio-slots'
import type { Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { tally } from './tally'

/** The imbalance within the cells that all strata make together, or these with the sites, at the end of a trial. */
export type CellFigures = {
  readonly of: 'strata' | 'strata_and_sites'
  /** How many cells there are. */
  readonly cells: number
  /** Over the cells that have participants. */
  readonly mean: Estimate
  /** Of the cell with the greatest imbalance. */
  readonly worst: { readonly mean: Estimate; readonly quantile_95: number; readonly max: number }
}

/** More cells than this are not counted one by one. */
const MAX_CELLS = 20_000

/** Whether or not the design uses the strata. What is measured: `imbalanceBeside`. */
export const observeCells = (plan: SimulationPlan): Observer<readonly CellFigures[]> => {
  const { design, sizes } = plan
  const strata = design.strata.map(({ option_ids }) => option_ids.length)
  const slots = ratioSlots(plan)
  const cells = strata.reduce((product, options) => product * options, 1)
  const levels: readonly CellLevel[] = [
    ...(strata.length > 0 ? [{ of: 'strata', cells, sites: 1 } as const] : []),
    ...(strata.length > 0 && sizes.sites > 1
      ? [{ of: 'strata_and_sites', cells: cells * sizes.sites, sites: sizes.sites } as const]
      : []),
  ]
  const counted = levels.filter((level) => level.cells <= MAX_CELLS).map((level) => cellCounts(plan, level))
  return {
    measures: counted.map(({ of, latest }) => ({ name: of === 'strata' ? 'worst_cell' : 'worst_site_cell', latest })),
    see: (allocated) => {
      const { site, options } = allocated.recruit
      const slot = slots.slotOf(allocated)
      let place = 0
      for (let stratum = 0; stratum < strata.length; stratum += 1)
        place = place * (strata[stratum] ?? 1) + (options[stratum] ?? 0)
      for (const level of counted) level.count(place, site, slot)
    },
    endTrial: () => {
      for (const level of counted) level.endTrial()
    },
    figures: () => counted.map((level) => level.figures()),
  }
}

type CellLevel = Pick<CellFigures, 'of' | 'cells'> & { readonly sites: number }

const cellCounts = (plan: SimulationPlan, { of, cells, sites }: CellLevel) => {
  const groups = plan.design.cells.length
  const slots = ratioSlots(plan)
  const imbalance = imbalanceBeside(...weightsByRatio(slots))
  const counts = new Int32Array(cells * groups)
  /** Of each cell the ratio of its participants, which they all have. */
  const firstSlots = new Int32Array(cells)
  const isTouched = new Uint8Array(cells)
  const touched: number[] = []
  const means = moments()
  const worst = tally(imbalance.parts)
  const ofCell = Array.from({ length: slots.length }, () => 0)
  let latest = 0
  return {
    of,
    latest: () => latest / imbalance.parts,
    count: (place: number, site: number, slot: number): void => {
      const group = slot % groups
      const cell = sites === 1 ? place : place * sites + site
      if (isTouched[cell] === 0) {
        isTouched[cell] = 1
        touched.push(cell)
        firstSlots[cell] = slot - group
      }
      const at = cell * groups + group
      counts[at] = (counts[at] ?? 0) + 1
    },
    endTrial: (): void => {
      latest = 0
      let sum = 0
      for (const cell of touched) {
        const first = firstSlots[cell] ?? 0
        for (let group = 0; group < groups; group += 1) {
          const at = cell * groups + group
          ofCell[first + group] = counts[at] ?? 0
          counts[at] = 0
        }
        isTouched[cell] = 0
        const value = imbalance.of(ofCell)
        if (slots.length > groups) ofCell.fill(0)
        sum += value
        if (value > latest) latest = value
      }
      means.add(sum / touched.length / imbalance.parts)
      worst.add(latest)
      touched.length = 0
    },
    figures: (): CellFigures => ({
      of,
      cells,
      mean: means.estimate(),
      worst: { mean: worst.mean(), quantile_95: worst.quantile(0.95), max: worst.max() },
    }),
  }
}
