import { guessability } from '#domain/simulation/guessability'
import { drawReferenceSet } from '#domain/simulation/redraw/reference-set'
import { simulate } from '#domain/simulation/simulate'
import { epochsOfLedger } from './epochs-of-ledger'
import { planOfRequest } from './plan-of-request'
import type { WorkerJob } from '../../ground/simulation/worker-job'

/**
 * Does a job and answers what came of it: figures and lines (as JSON) of a simulation, a trial drawn again, or how guessable it has been (null: nobody
 * was drawn yet). `onProgress` is called after each trial with how many are done.
 */
export const performJob = (job: WorkerJob, onProgress: (done: number) => void): unknown => {
  if (job.kind === 'guessability') {
    const epochs = epochsOfLedger(job.records)
    return epochs.length === 0 ? null : guessability(epochs, job.seed)
  }
  if (job.kind === 'reference_set')
    return drawReferenceSet(epochsOfLedger(job.records), job.replicates, job.seed, onProgress)
  const plan = planOfRequest(job.plan)
  if (!plan.ok) throw new Error(`What was accepted cannot be simulated: ${JSON.stringify(plan.refusal)}`)
  const { figures, replicates } = simulate(plan.value, job.seed, onProgress)
  // A text, since whoever reads a million values holds up the event loop.
  return { figures, replicates: JSON.stringify(replicates) }
}
