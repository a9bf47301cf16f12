import { drawKeys } from './draw-keys'
import { exactFigures } from './exact-figures'
import type { HistogramBin } from './histogram'
import { observeGuesses, type PredictabilityFigures } from './observe-guesses'
import { observeImbalance, type ImbalanceFigures } from './observe-imbalance'
import { observePath, type PathFigures } from './observe-path'
import { observeRatio, type RatioFigures } from './observe-ratio'
import { observeStock, type StockFigures } from './observe-stock'
import { drawnRecruits } from './recruit'
import { simulatedTrials } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { simulationSource } from './simulation-source'

export type SimulationFigures = {
  readonly imbalance: readonly ImbalanceFigures[]
  readonly distribution: readonly HistogramBin[]
  readonly path: readonly PathFigures[]
  readonly predictability: PredictabilityFigures
  readonly ratio: readonly RatioFigures[]
  readonly stock: readonly StockFigures[]
}

/**
 * Simulates a plan's trials by the engine itself. In: a plan, a seed of the simulation's own (an integer from 0 to 2^32 − 1),
 * and whom to tell after each trial how many are done. Out: the figures; the same in, the same out.
 */
export const simulate = (plan: SimulationPlan, seed: number, onProgress: (done: number) => void): SimulationFigures => {
  const source = simulationSource(seed)
  const exact = exactFigures(plan)
  const imbalance = observeImbalance(plan, exact.imbalance)
  const path = observePath(plan, exact.path)
  const predictability = observeGuesses(plan, exact.predictability)
  const ratio = observeRatio(plan)
  const stock = observeStock(plan)
  const { count } = drawKeys(plan.design, plan.sizes.sites)
  const makeTrial = simulatedTrials(plan.design, count, plan.sizes.participants, drawnRecruits(plan))
  for (let done = 1; done <= plan.runs; done += 1) {
    makeTrial(source, [imbalance, path, predictability, ratio, stock])
    onProgress(done)
  }
  return {
    ...imbalance.figures(),
    path: path.figures(),
    predictability: predictability.figures(),
    ratio: ratio.figures(),
    stock: stock.figures(),
  }
}
