import type { AllocationDesign } from '#domain/randomisation/design'
import { USUAL_ANALYSIS, type AnalysisPlan } from '#domain/advice/analysis-plan'
import { planSimulation, type SimulationPlan, type SimulationSizes } from '#domain/simulation/simulation-plan'

const SIZES: SimulationSizes = { participants: 100, sites: 1, site_shares: null, option_shares: null, packs: null }

/** The sizes for 100 participants at one site, except for the given ones. */
export const sizesOf = (named: Partial<SimulationSizes> = {}): SimulationSizes => ({ ...SIZES, ...named })

/** A valid plan. */
export const aPlan = (
  design: AllocationDesign,
  {
    runs = 2000,
    analysis = {},
    ...named
  }: Partial<SimulationSizes> & { readonly runs?: number; readonly analysis?: Partial<AnalysisPlan> } = {},
): SimulationPlan => {
  const plan = planSimulation(design, sizesOf(named), runs, { ...USUAL_ANALYSIS, ...analysis })
  if (!plan.ok) throw new Error(`no plan: ${plan.refusal.code} at ${plan.refusal.field}`)
  return plan.value
}
