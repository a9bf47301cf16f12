import type { AllocationDesign } from '#domain/randomisation/design'
import { planSimulation, type SimulationPlan, type SimulationSizes } from '#domain/simulation/simulation-plan'

const SIZES: SimulationSizes = { participants: 100, sites: 1, site_shares: null, option_shares: null, packs: null }

/** The sizes of 100 participants at one site, but for what is named. */
export const sizesOf = (named: Partial<SimulationSizes> = {}): SimulationSizes => ({ ...SIZES, ...named })

/** A plan that is known to be possible. */
export const aPlan = (
  design: AllocationDesign,
  { runs = 2000, ...named }: Partial<SimulationSizes> & { readonly runs?: number } = {},
): SimulationPlan => {
  const plan = planSimulation(design, sizesOf(named), runs)
  if (!plan.ok) throw new Error(`no plan: ${plan.refusal.code} at ${plan.refusal.field}`)
  return plan.value
}
