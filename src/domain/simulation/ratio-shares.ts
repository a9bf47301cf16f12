import type { OneRatioDesign } from '../randomisation/design'
import { oneRatioDesigns, ratioStratumIndex } from '../randomisation/ratios'
import type { SimulationPlan } from './simulation-plan'

/** The designs by ratio, and the share of a plan's participants who are drawn by each; one with the share 1 where there is one ratio. */
export const ratioShares = ({
  design,
  option_shares,
}: Pick<SimulationPlan, 'design' | 'option_shares'>): readonly {
  readonly design: OneRatioDesign
  readonly share: number
}[] => {
  const designs = oneRatioDesigns(design)
  const shares = option_shares[ratioStratumIndex(design)] ?? [1]
  const all = shares.reduce((sum, share) => sum + share, 0)
  return designs.map((one, place) => ({ design: one.design, share: (shares[place] ?? 0) / all }))
}
