import type { SimulatedPlan } from '#contract/simulations'
import { refused, type Outcome } from '#domain/outcome'
import { planSimulation, type PlanRefusal, type SimulationPlan } from '#domain/simulation/simulation-plan'
import { designFault, designOf } from '../trials/trial-design'

/** What was asked to be simulated as the domain simulates it, or what stands against it: a message by its field's path. */
export const planOfRequest = ({
  design,
  sizes,
  runs,
}: SimulatedPlan): Outcome<SimulationPlan, Record<string, string>> => {
  const validated = designOf(numbered(design))
  if (!validated.ok) return refused({ [`design.${validated.refusal.field}`]: designFault(validated.refusal) })
  const plan = planSimulation(validated.value, sizes, runs)
  return plan.ok ? plan : refused({ [plan.refusal.field]: PLAN_FAULTS[plan.refusal.code] })
}

/** The design with ids in the order in which everything was sent. */
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

const PLAN_FAULTS: Record<PlanRefusal['code'], string> = {
  too_many_participants: 'At most 20,000,000 participants in all simulated trials together',
  shares_incomplete: 'Give exactly one share for each site or option',
  shares_all_zero: 'At least one share must be above 0',
  too_many_strata:
    'The options and sites combine to more than 20,000 strata. That is too many to simulate blocks or urns',
  packs_incomplete: 'Give exactly one number for each study group',
}
