import { guessability } from '#domain/simulation/guessability'
import { simulate } from '#domain/simulation/simulate'
import { epochsOfLedger } from './epochs-of-ledger'
import { planOfRequest } from './plan-of-request'
import type { WorkerJob } from '../../ground/simulation/worker-job'

/**
 * Does a job and answers what came of it: figures of a simulation, or how guessable a trial has been (null: nobody was drawn
 * yet). `tell` hears after each simulated trial how many are done.
 */
export const performJob = (job: WorkerJob, onProgress: (done: number) => void): unknown => {
  if (job.kind === 'guessability') {
    const epochs = epochsOfLedger(job.records)
    return epochs.length === 0 ? null : guessability(epochs, job.seed)
  }
  const plan = planOfRequest(job.plan)
  if (!plan.ok) throw new Error(`What was accepted cannot be simulated: ${JSON.stringify(plan.refusal)}`)
  return simulate(plan.value, job.seed, onProgress)
}
