import { simulatedPlan } from '#contract/simulations'
import * as v from 'valibot'

/** The job of a worker thread. Nothing in it is secret: a ledger's records have no seed. */
export const workerJob = v.variant('kind', [
  v.strictObject({ kind: v.literal('simulation'), plan: simulatedPlan, seed: v.number() }),
  v.strictObject({
    kind: v.literal('reference_set'),
    records: v.array(v.string()),
    replicates: v.number(),
    seed: v.number(),
  }),
  v.strictObject({ kind: v.literal('guessability'), records: v.array(v.string()), seed: v.number() }),
])
export type WorkerJob = v.InferOutput<typeof workerJob>

/** What a worker thread says: how many trials are simulated or drawn again, then once what came of its job. */
export const workerMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('progress'), done: v.number() }),
  v.strictObject({ kind: v.literal('answer'), answer: v.unknown() }),
])
export type WorkerMessage = v.InferOutput<typeof workerMessage>
