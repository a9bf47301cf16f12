import { checked, type CheckedEstimate, type Estimate } from './figures'
import { imbalanceBeside } from './imbalance'
import { ratioSlots, weightsByRatio } from './ratio-slots'
import { measuredNumbers, pointOfParticipant } from './measured-numbers'
import type { Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'
import { tally } from './tally'

/** How the imbalance of allocations in the whole trial spreads once so many participants are in. */
export type PathFigures = {
  readonly participants: number
  readonly mean: CheckedEstimate
  readonly quantile_2_5: number
  readonly median: number
  readonly quantile_97_5: number
  readonly max: number
}

/** The greatest imbalance that a trial had on its way, after any participant. */
export type PathMaximumFigures = {
  readonly mean: Estimate
  readonly quantile_95: number
  readonly max: number
}

type Figures = { readonly path: readonly PathFigures[]; readonly path_maximum: PathMaximumFigures }

/** The way of the imbalance through the trial; `exactMean` answers its mean after n participants where that is known. */
export const observePath = (
  plan: SimulationPlan,
  exactMean: (participants: number) => number | null,
): Observer<Figures> => {
  const numbers = measuredNumbers(plan.sizes.participants)
  const points = pointOfParticipant(numbers)
  const slots = ratioSlots(plan)
  const imbalance = imbalanceBeside(...weightsByRatio(slots))
  const values = numbers.map(() => tally(imbalance.parts))
  const counts = Array.from({ length: slots.length }, () => 0)
  const maxima = tally(imbalance.parts)
  let greatest = 0
  let latest = 0
  return {
    measures: [{ name: 'greatest_imbalance', latest: () => latest / imbalance.parts }],
    see: (allocated) => {
      const slot = slots.slotOf(allocated)
      counts[slot] = (counts[slot] ?? 0) + 1
      const now = imbalance.of(counts)
      if (now > greatest) greatest = now
      const point = points[allocated.number] ?? -1
      if (point >= 0) values[point]?.add(now)
    },
    endTrial: () => {
      maxima.add(greatest)
      latest = greatest
      greatest = 0
      counts.fill(0)
    },
    figures: () => ({
      path: values.map((spread, point) => {
        const participants = numbers[point] ?? 0
        return {
          participants,
          mean: checked(spread.mean(), exactMean(participants)),
          quantile_2_5: spread.quantile(0.025),
          median: spread.quantile(0.5),
          quantile_97_5: spread.quantile(0.975),
          max: spread.max(),
        }
      }),
      path_maximum: { mean: maxima.mean(), quantile_95: maxima.quantile(0.95), max: maxima.max() },
    }),
  }
}
