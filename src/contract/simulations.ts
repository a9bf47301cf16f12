import { USUAL_ANALYSIS } from '#domain/advice/analysis-plan'
import { TOO_FEW_GROUPS } from '#domain/trials/trial-form'
import * as v from 'valibot'
import { endpoint, MAX_LIST_BYTES, noBody } from './endpoint'
import { exactObject, id, idInAddress, instant, integer } from './fields'
import { methodSettingsOrUsual } from './method-settings'
import { designWarning, simulationFigures, simulationReplicates } from './simulation-figures'
import {
  factorWeight,
  formFields,
  groupWeight,
  listOfOptions,
  listOfStrata,
  listOfStudyGroups,
  ratedOptionFields,
  stratumFields,
  studyGroupFields,
  USUAL_WEIGHT,
} from './trial-form-fields'
import { anywhere, anywhereOfOneself, toPerform } from './needs'

/**
 * The fields of a trial's form that make its design, with the same defaults. Groups have no ids: their order identifies them.
 */
export const simulatedDesign = exactObject({
  allocation_method_id: formFields.allocation_method_id,
  randomisation_method_id: formFields.randomisation_method_id,
  is_stratified: formFields.is_stratified,
  is_site_stratified: formFields.is_site_stratified,
  exclude_flagged_participants: formFields.exclude_flagged_participants,
  ...methodSettingsOrUsual(),
  study_groups: v.pipe(
    listOfStudyGroups(exactObject({ ...studyGroupFields, weight: v.optional(groupWeight, USUAL_WEIGHT) })),
    v.minLength(2, TOO_FEW_GROUPS),
  ),
  trial_strata: listOfStrata(
    exactObject({
      ...stratumFields,
      minimisation_weight: v.optional(factorWeight, USUAL_WEIGHT),
      trial_stratum_options: listOfOptions(exactObject(ratedOptionFields)),
    }),
  ),
})

const shares = v.pipe(v.array(integer(0, 1_000_000)), v.maxLength(1000, 'At most 1000 shares'))

/** The participants and packs to simulate. Lists follow the order of the design; null means the default. */
const simulatedSizes = exactObject({
  /** Participants of one simulated trial. */
  participants: integer(1, 20_000),
  sites: v.optional(integer(1, 1000), 1),
  /** The share of participants at each site, as whole numbers; null: equal shares. */
  site_shares: v.nullish(shares, null),
  /** The same for the options of each stratum; null: equal shares. */
  option_shares: v.nullish(v.pipe(v.array(shares), v.maxLength(30, 'At most 30 strata')), null),
  /** Packs of each study group at every site at the start; null: figures for several stocks. */
  packs: v.nullish(v.pipe(v.array(integer(0, 1_000_000)), v.maxLength(60, 'At most 60 study groups')), null),
})

const decimal = (min: number, max: number) =>
  v.pipe(
    v.number('Must be a number'),
    v.minValue(min, `Must be at least ${min}`),
    v.maxValue(max, `Must be at most ${max}`),
  )

/** How each simulated trial is analysed. Differences are in standard deviations of the outcome. */
const simulatedAnalysis = exactObject({
  /** The difference between two groups for which the power is told. */
  effect: v.optional(decimal(0.01, 5), USUAL_ANALYSIS.effect),
  /** Of the two-sided test. */
  significance: v.optional(decimal(0.0001, 0.5), USUAL_ANALYSIS.significance),
  /** By how much a recruiter who guesses the group chooses better participants for it. */
  selection_bias: v.optional(decimal(0, 2), USUAL_ANALYSIS.selection_bias),
  /** Whether sites are adjusted for beside the strata. */
  adjusts_for_sites: v.optional(v.boolean('Must be true or false'), USUAL_ANALYSIS.adjusts_for_sites),
})

/** Seeds of the simulations' own generator: whole numbers from 0 to this. */
export const MAX_SEED = 2 ** 32 - 1

/** The simulation to run: `runs` trials, at most 20,000,000 participants in all of them together. */
export const simulatedPlan = exactObject({
  design: simulatedDesign,
  sizes: simulatedSizes,
  runs: v.optional(integer(1, 100_000), 1000),
  analysis: v.optional(simulatedAnalysis, {}),
})
export type SimulatedPlan = v.InferOutput<typeof simulatedPlan>

export const simulationRequest = exactObject({
  ...simulatedPlan.entries,
  /** The same seed and request give the same figures; null: a seed is drawn and answered. */
  seed: v.nullish(integer(0, MAX_SEED), null),
})

/** The state of a simulation. It waits while others run; a cancelled or failed one has no figures. */
export const SIMULATION_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** Why a simulation failed: its server stopped, or an error, which is in the server's log. */
const SIMULATION_FAILURES = ['interrupted', 'error'] as const

export const simulation = v.strictObject({
  id,
  created_at: instant,
  state: v.picklist(SIMULATION_STATES),
  /** Only in the state `failed`. */
  failure: v.nullable(v.picklist(SIMULATION_FAILURES)),
  /** Simulated trials: done, of all. */
  progress: v.strictObject({ done: v.number(), of: v.number() }),
  seed: v.number(),
  /** The request with every default filled in; names are there for headings. */
  ...simulatedPlan.entries,
  /** Warnings about the design at once; with the figures, also about these. */
  warnings: v.array(designWarning),
  /** Only in the state `done`. */
  figures: v.nullable(simulationFigures),
})
export type Simulation = v.InferOutput<typeof simulation>

const ofSimulation = { simulation_id: idInAddress }

export const startSimulation = endpoint({
  method: 'POST',
  path: 'simulations',
  summary: 'Start a simulation of a trial design',
  needs: toPerform(anywhere('simulate')),
  body: simulationRequest,
  max_body_bytes: MAX_LIST_BYTES,
  status: 201,
  touches: [],
  response: v.strictObject({ id }),
  errors: ['too_many_simulations'],
})

export const getSimulation = endpoint({
  method: 'GET',
  path: 'simulations/{simulation_id}',
  summary: 'Read the progress of the user’s own simulation, then its results',
  needs: anywhereOfOneself('simulate'),
  parameters: ofSimulation,
  status: 200,
  response: simulation,
})

export const getSimulationReplicates = endpoint({
  method: 'GET',
  path: 'simulations/{simulation_id}/replicates',
  summary: 'Read each simulated trial of the user’s own finished simulation',
  needs: anywhereOfOneself('simulate'),
  parameters: ofSimulation,
  status: 200,
  response: simulationReplicates,
})

export const cancelSimulation = endpoint({
  method: 'DELETE',
  path: 'simulations/{simulation_id}',
  summary: 'Cancel the user’s own simulation, unless it is over',
  needs: toPerform(anywhereOfOneself('simulate')),
  parameters: ofSimulation,
  status: 204,
  touches: ['simulations/{simulation_id}'],
  response: noBody,
})
