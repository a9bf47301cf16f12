import { oneRatioDesigns, ratioStratumIndex } from '../randomisation/ratios'
import type { OneRatioDesign } from '../randomisation/design'
import type { Allocated } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'

/**
 * Where draws are counted, so that those of each ratio stand apart: for each ratio one place for each cell. With one ratio that is a place
 * for each cell.
 */
export type RatioSlots = {
  readonly designs: readonly OneRatioDesign[]
  readonly length: number
  readonly slotOf: (allocated: Pick<Allocated, 'recruit' | 'cell'>) => number
}

export const ratioSlots = ({ design }: Pick<SimulationPlan, 'design'>): RatioSlots => {
  const designs = oneRatioDesigns(design).map((one) => one.design)
  const stratum = ratioStratumIndex(design)
  const cells = design.cells.length
  return {
    designs,
    length: designs.length * cells,
    slotOf:
      stratum < 0 ? ({ cell }) => cell : ({ recruit: { options }, cell }) => (options[stratum] ?? 0) * cells + cell,
  }
}

/** The weights of the cells by ratio. */
export const weightsByRatio = ({ designs }: RatioSlots): readonly (readonly number[])[] =>
  designs.map(({ cells }) => cells.map(({ weight }) => weight))
