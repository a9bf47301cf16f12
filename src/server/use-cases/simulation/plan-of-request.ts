import type { SimulatedPlan } from '#contract/simulations'
import { refused, type Outcome } from '#domain/outcome'
import { MAX_ADJUSTED_SITES } from '#domain/advice/analysis-plan'
import { planSimulation, type PlanRefusal, type SimulationPlan } from '#domain/simulation/simulation-plan'
import { designFault, designOf } from '../trials/trial-design'

/** The domain's plan of a requested simulation, or its faults: a message by its field's path. */
export const planOfRequest = ({
  design,
  sizes,
  runs,
  analysis,
}: SimulatedPlan): Outcome<SimulationPlan, Record<string, string>> => {
  const validated = designOf(numbered(design))
  if (!validated.ok) return refused({ [`design.${validated.refusal.field}`]: designFault(validated.refusal) })
  if (validated.value.method === 'list') return refused({ 'design.randomisation_method_id': NOT_SIMULATED })
  const plan = planSimulation(validated.value, sizes, runs, analysis)
  return plan.ok ? plan : refused({ [plan.refusal.field]: PLAN_FAULTS[plan.refusal.code] })
}

/** The design with ids in the order of the request. */
const numbered = (design: SimulatedPlan['design']) => ({
  ...design,
  study_groups: withIds(design.study_groups),
  trial_strata: withIds(design.trial_strata).map((stratum) => ({
    ...stratum,
    trial_stratum_options: withIds(stratum.trial_stratum_options),
  })),
})

const withIds = <Child extends object>(children: readonly Child[]) =>
  children.map((child, index) => ({ ...child, id: index + 1 }))

/** What is said where a list is to be simulated. */
const NOT_SIMULATED = 'An uploaded list is not simulated: its figures are those of its rows'

const PLAN_FAULTS: Record<PlanRefusal['code'], string> = {
  too_many_participants: 'At most 20,000,000 participants in all simulated trials together',
  shares_incomplete: 'Give exactly one share for each site or option',
  shares_all_zero: 'At least one share must be above 0',
  too_many_strata:
    'The options and sites combine to more than 20,000 strata. That is too many to simulate blocks or urns',
  too_many_adjusted_sites: `Adjust for ${MAX_ADJUSTED_SITES} sites at most`,
  packs_incomplete: 'Give exactly one number for each study group',
}
