import { drawKeys } from './draw-keys'
import { exactFigures } from './exact-figures'
import type { HistogramBin } from './histogram'
import { observeBias, type BiasFigures } from './observe-bias'
import { observeCells, type CellFigures } from './observe-cells'
import { observeEfficiency, type EfficiencyFigures } from './observe-efficiency'
import { observeGuesses, type PredictabilityFigures } from './observe-guesses'
import { observeImbalance, type ImbalanceFigures } from './observe-imbalance'
import { observePath, type PathFigures, type PathMaximumFigures } from './observe-path'
import { observeRatio, type RatioFigures } from './observe-ratio'
import { replicatesOf, type Replicates } from './replicates'
import { observeStock, type StockFigures } from './observe-stock'
import { drawnRecruits } from './recruit'
import { simulatedTrials } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { simulationSource } from './simulation-source'

export type SimulationFigures = {
  readonly imbalance: readonly ImbalanceFigures[]
  readonly distribution: readonly HistogramBin[]
  readonly path: readonly PathFigures[]
  readonly path_maximum: PathMaximumFigures
  readonly cells: readonly CellFigures[]
  readonly efficiency: readonly EfficiencyFigures[] | null
  readonly selection_bias: BiasFigures | null
  readonly predictability: PredictabilityFigures
  readonly ratio: readonly RatioFigures[]
  readonly stock: readonly StockFigures[]
}

/** The figures of a simulation, and its simulated trials each for itself. */
export type SimulationResult = { readonly figures: SimulationFigures; readonly replicates: Replicates }

/**
 * Simulates a plan's trials by the engine itself. In: a plan, a seed of the simulation's own (an integer from 0 to 2^32 − 1),
 * and whom to tell after each trial how many are done. Out: the figures and a line for each trial; the same in,
 * the same out.
 */
export const simulate = (plan: SimulationPlan, seed: number, onProgress: (done: number) => void): SimulationResult => {
  const source = simulationSource(seed)
  const exact = exactFigures(plan)
  const imbalance = observeImbalance(plan, exact.imbalance)
  const path = observePath(plan, exact.path)
  const predictability = observeGuesses(plan, exact.predictability)
  const ratio = observeRatio(plan)
  const stock = observeStock(plan)
  const cells = observeCells(plan)
  const square = exact.imbalance.root_mean_square
  const efficiency = observeEfficiency(plan, square === null ? null : square ** 2)
  const bias = observeBias(plan)
  const figured = [imbalance, path, predictability, ratio, stock, cells, efficiency, bias]
  const lines = replicatesOf(figured)
  const keys = drawKeys(plan.design, plan.sizes.sites)
  const makeTrial = simulatedTrials(plan.design, keys, plan.sizes.participants, drawnRecruits(plan))
  for (let done = 1; done <= plan.runs; done += 1) {
    makeTrial(source, figured)
    lines.note()
    onProgress(done)
  }
  const figures = {
    ...imbalance.figures(),
    ...path.figures(),
    predictability: predictability.figures(),
    ratio: ratio.figures(),
    stock: stock.figures(),
    cells: cells.figures(),
    efficiency: efficiency.figures(),
    selection_bias: bias.figures(),
  }
  return { figures, replicates: lines.replicates() }
}
