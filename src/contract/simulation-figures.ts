import * as v from 'valibot'

/** The mean over the simulated trials with its Monte-Carlo standard error; null for a single trial. */
const estimate = v.strictObject({ mean: v.number(), standard_error: v.nullable(v.number()) })
export type Estimate = v.InferOutput<typeof estimate>

/** An estimate beside its exact value, null where unknown. They should differ by at most a few standard errors. */
export const checkedEstimate = v.strictObject({ ...estimate.entries, exact: v.nullable(v.number()) })
export type CheckedEstimate = v.InferOutput<typeof checkedEstimate>

/** Why a design is easy to guess or unlikely to balance: a code for programs, and a sentence to show. */
export const designWarning = v.strictObject({
  code: v.pipe(v.string(), v.regex(/^[a-z]+(_[a-z]+)*$/)),
  message: v.string(),
})
export type DesignWarning = v.InferOutput<typeof designWarning>

const naturalNumber = v.pipe(v.number(), v.integer(), v.minValue(0))
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

/**
 * The participants among whom groups are compared: all, one site's, or one option's of a stratum. Sites, strata and options count from 0 in the
 * order sent.
 */
const imbalanceScope = v.variant('of', [
  v.strictObject({ of: v.literal('trial') }),
  v.strictObject({ of: v.literal('site'), site: naturalNumber }),
  v.strictObject({ of: v.literal('option'), stratum: naturalNumber, option: naturalNumber }),
])

const compared = v.picklist(['allocation', 'factor_1', 'factor_2'])

const biasOf = v.strictObject({ type_1_error: estimate, detected: v.nullable(estimate) })

/**
 * The figures of a simulation. **Imbalance** is the largest count less the smallest, each divided by its weight: how many
 * participants, for each unit of weight, one study group is ahead of another; at 1 : 1 that is |N1 − N2|. A **quantile** is the
 * smallest value that so many percent of the trials did not exceed. Rates and chances are shares from 0 to 1. Lists of study
 * groups, sites, strata and options follow the order in which they were sent.
 */
export const simulationFigures = v.strictObject({
  /**
   * At the end of a trial. `compared` is `allocation` (all that a draw can give: study groups, or combinations of both factors
   * in a factorial trial), `factor_1` or `factor_2` (the groups of one factor; in a factorial trial alone). The first row is
   * of the allocations of the whole trial. At 1 : 1, `root_mean_square` is the standard deviation of N1 − N2.
   */
  imbalance: v.array(
    v.strictObject({
      compared,
      scope: imbalanceScope,
      mean: checkedEstimate,
      root_mean_square: checkedEstimate,
      quantile_95: v.number(),
      max: v.number(),
    }),
  ),
  /** The first row of `imbalance` as a histogram: so many trials ended with an imbalance of `from` to `to`, both included. */
  distribution: v.array(v.strictObject({ from: v.number(), to: v.number(), trials: naturalNumber })),
  /** The same imbalance during the trial, after so many participants, at up to 50 points. */
  path: v.array(
    v.strictObject({
      participants: naturalNumber,
      mean: checkedEstimate,
      quantile_2_5: v.number(),
      median: v.number(),
      quantile_97_5: v.number(),
      max: v.number(),
    }),
  ),
  /** The greatest imbalance of the whole trial after any participant. Missing, like all below that may be, in earlier figures. */
  path_maximum: v.optional(v.strictObject({ mean: estimate, quantile_95: v.number(), max: v.number() })),
  /**
   * The imbalance at the end within the cells that all strata make together, or these with the sites: its mean over the cells
   * that have participants, and that of the cell where it is greatest. Without strata there are none.
   */
  cells: v.optional(
    v.array(
      v.strictObject({
        of: v.picklist(['strata', 'strata_and_sites']),
        cells: naturalNumber,
        mean: estimate,
        worst: v.strictObject({ mean: estimate, quantile_95: v.number(), max: v.number() }),
      }),
    ),
  ),
  /**
   * For each group beside the first open one (in a factorial trial, within each factor): Atkinson's loss of efficiency in
   * participants, and the power of the two-sided t test adjusted for the strata. `groups` are places among those compared. Null for more options
   * (and sites) than can be adjusted for.
   */
  efficiency: v.optional(
    v.nullable(
      v.array(
        v.strictObject({
          compared,
          groups: v.tuple([naturalNumber, naturalNumber]),
          loss: checkedEstimate,
          power: estimate,
          /** At the planned allocation. */
          planned_power: share,
        }),
      ),
    ),
  ),
  /**
   * For a recruiter who follows the convergence strategy (Proschan 1994): how often the t test rejects without a difference,
   * and how often the test of Berger and Exner (1999) detects the bias; null where chances never differ. Null for other than
   * two groups.
   */
  selection_bias: v.optional(v.nullable(v.strictObject({ trial: biasOf, site: biasOf }))),
  predictability: v.strictObject({
    /** The share of right guesses for somebody who sees every allocation of the trial and names the most probable group. */
    trial_guesser: checkedEstimate,
    /** The same for guessers who each see only the allocations and sequence numbers of their own site. */
    site_guesser: checkedEstimate,
    /** The share of allocations of which these two are certain; missing in figures made before it was counted. */
    trial_certain: v.optional(estimate),
    site_certain: v.optional(estimate),
    /** The share of right guesses for somebody who sees nothing and always names the group of the largest weight. */
    unseeing_guesser: share,
    /**
     * The share of allocations that are certain for somebody who knows the method, the present block, and all allocations so
     * far.
     */
    certain: checkedEstimate,
    /** The longest run of certain allocations one after another in a trial, in participants. */
    longest_certain_run: v.strictObject({ mean: estimate, quantile_95: v.number(), max: v.number() }),
  }),
  /** How often the participant at this position (the first is 1) gets each study group, at up to 50 positions. */
  ratio: v.array(v.strictObject({ position: naturalNumber, shares: v.array(checkedEstimate) })),
  /**
   * The chance of running out with so many `packs` of each study group at each site, without resupply: a participant needs a
   * group that has no pack left at their site. For the packs that were sent, or for up to 20 stocks in the ratio of the
   * weights, ascending; the last always sufficed.
   */
  stock: v.array(v.strictObject({ packs: v.array(naturalNumber), some_site: estimate, sites: v.array(estimate) })),
})
export type SimulationFigures = v.InferOutput<typeof simulationFigures>

/**
 * Values of the simulated trials, in the order of `measures`; null where one was not worked out. The first trials, with 1,000,000
 * values at most.
 */
export const simulationReplicates = v.strictObject({
  measures: v.array(v.string()),
  lines: v.array(v.array(v.nullable(v.number()))),
})
export type SimulationReplicates = v.InferOutput<typeof simulationReplicates>
