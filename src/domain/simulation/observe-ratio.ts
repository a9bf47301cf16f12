import type { OneRatioDesign } from '../randomisation/design'
import { checked, type CheckedEstimate } from './figures'
import { measuredNumbers, pointOfParticipant } from './measured-numbers'
import { chanceOf } from './moments'
import { ratioShares } from './ratio-shares'
import { groupIndexesOfCells, simulatedGroups } from './simulated-groups'
import type { Observer } from './simulated-trial'
import type { SimulationPlan } from './simulation-plan'

/** How often the participant of this number (the first is 1) gets each study group, in the order of the groups. */
export type RatioFigures = { readonly position: number; readonly shares: readonly CheckedEstimate[] }

/** The ratio of the groups at single positions: every method must hold it at each of them. */
export const observeRatio = (plan: SimulationPlan): Observer<readonly RatioFigures[]> => {
  const { design, sizes, runs } = plan
  const groups = simulatedGroups(design)
  const groupsOfCell = groupIndexesOfCells(design)
  const positions = measuredNumbers(sizes.participants)
  const points = pointOfParticipant(positions)
  const counts = positions.map(() => groups.map(() => 0))
  const byRatio = ratioShares(plan).map((one) => ({ share: one.share, of: sharesOfGroups(one.design) }))
  const shareOf = groups.map((_, group) => byRatio.reduce((sum, { share, of }) => sum + share * (of[group] ?? 0), 0))
  return {
    see: ({ number, cell }) => {
      const point = points[number] ?? -1
      if (point < 0) return
      const ofPoint = counts[point] ?? []
      for (const group of groupsOfCell[cell] ?? []) ofPoint[group] = (ofPoint[group] ?? 0) + 1
    },
    endTrial: () => {},
    figures: () =>
      positions.map((position, point) => ({
        position,
        shares: shareOf.map((share, group) => checked(chanceOf(counts[point]?.[group] ?? 0, runs), share)),
      })),
  }
}

/** The share of each group among those of its factor. */
const sharesOfGroups = (design: OneRatioDesign): readonly number[] => {
  const groups = simulatedGroups(design)
  return groups.map(({ factor, weight }) => {
    const ofFactor = groups.filter((group) => group.factor === factor)
    return weight / ofFactor.reduce((sum, group) => sum + group.weight, 0)
  })
}
