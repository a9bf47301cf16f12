import { MAX_ADJUSTED_SITES, USUAL_ANALYSIS, type AnalysisPlan } from '../advice/analysis-plan'
import { accepted, refused, type Outcome } from '../outcome'
import type { AllocationDesign } from '../randomisation/design'
import { countKeys } from './draw-keys'
import { simulatedGroups } from './simulated-groups'

/** The expected participants, and their packs. Places count from 0 in the order of the design. */
export type SimulationSizes = {
  /** Participants of one simulated trial. */
  readonly participants: number
  readonly sites: number
  /** How participants spread over the sites, as whole shares; null: alike. */
  readonly site_shares: readonly number[] | null
  /** The same for the options of each stratum, strata and options in order; null: alike. */
  readonly option_shares: readonly (readonly number[])[] | null
  /** Packs of each study group that every site has at first and never more; null: figures for several stocks. */
  readonly packs: readonly number[] | null
}

/**
 * The plan of a simulation: so many trials (`runs`) of this design and these sizes. Only `planSimulation` makes one.
 */
export type SimulationPlan = {
  readonly design: AllocationDesign
  readonly sizes: SimulationSizes
  readonly runs: number
  readonly analysis: AnalysisPlan
  /** The shares of `sizes`, written out. */
  readonly site_shares: readonly number[]
  readonly option_shares: readonly (readonly number[])[]
}

/** Participants of all simulated trials together. */
const MAX_SIMULATED = 20_000_000

/** Stratum keys of a design whose blocks or urns are kept by them: more than any trial could fill. */
const MAX_KEYS = 20_000

/** Why sizes cannot be simulated, with the field at fault. */
export type PlanRefusal = {
  readonly code:
    | 'too_many_participants'
    | 'shares_incomplete'
    | 'shares_all_zero'
    | 'too_many_strata'
    | 'packs_incomplete'
    | 'too_many_adjusted_sites'
  readonly field:
    | 'analysis.adjusts_for_sites'
    | 'runs'
    | 'sizes.site_shares'
    | `sizes.option_shares${'' | `.${number}`}`
    | 'sizes.packs'
    | 'design.trial_strata'
}

/** A valid design, sizes, how many trials and how each is analysed in; what can be simulated out, or the first thing that stands against it. */
export const planSimulation = (
  design: AllocationDesign,
  sizes: SimulationSizes,
  runs: number,
  analysis: AnalysisPlan = USUAL_ANALYSIS,
): Outcome<SimulationPlan, PlanRefusal> => {
  const site_shares = sizes.site_shares ?? equalShares(sizes.sites)
  const option_shares = sizes.option_shares ?? design.strata.map(({ option_ids }) => equalShares(option_ids.length))
  const refusal =
    amountRefusal(sizes, runs) ??
    sharesRefusal('sizes.site_shares', site_shares, sizes.sites) ??
    optionSharesRefusal(design, option_shares) ??
    packsRefusal(design, sizes) ??
    adjustmentRefusal(sizes, analysis)
  if (refusal) return refused(refusal)
  if (countKeys(design, sizes.sites) > MAX_KEYS)
    return refused({ code: 'too_many_strata', field: 'design.trial_strata' })
  return accepted({ design, sizes, runs, analysis, site_shares, option_shares })
}

const equalShares = (length: number): readonly number[] => Array.from({ length }, () => 1)

const amountRefusal = ({ participants }: SimulationSizes, runs: number): PlanRefusal | undefined =>
  participants * runs > MAX_SIMULATED ? { code: 'too_many_participants', field: 'runs' } : undefined

const adjustmentRefusal = ({ sites }: SimulationSizes, { adjusts_for_sites }: AnalysisPlan): PlanRefusal | undefined =>
  adjusts_for_sites && sites > MAX_ADJUSTED_SITES
    ? { code: 'too_many_adjusted_sites', field: 'analysis.adjusts_for_sites' }
    : undefined

const sharesRefusal = (
  field: PlanRefusal['field'],
  shares: readonly number[],
  length: number,
): PlanRefusal | undefined => {
  if (shares.length !== length) return { code: 'shares_incomplete', field }
  return shares.every((share) => share === 0) ? { code: 'shares_all_zero', field } : undefined
}

const optionSharesRefusal = (
  design: AllocationDesign,
  shares: readonly (readonly number[])[],
): PlanRefusal | undefined => {
  if (shares.length !== design.strata.length) return { code: 'shares_incomplete', field: 'sizes.option_shares' }
  return design.strata
    .map(({ option_ids }, index) =>
      sharesRefusal(`sizes.option_shares.${index}`, shares[index] ?? [], option_ids.length),
    )
    .find((refusal) => refusal !== undefined)
}

const packsRefusal = (design: AllocationDesign, { packs }: SimulationSizes): PlanRefusal | undefined =>
  packs !== null && packs.length !== simulatedGroups(design).length
    ? { code: 'packs_incomplete', field: 'sizes.packs' }
    : undefined
