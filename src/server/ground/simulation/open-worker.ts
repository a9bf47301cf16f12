import { Worker } from 'node:worker_threads'
import type { WorkerJob } from './worker-job'

/** Starts a worker thread on a job. */
export type OpenWorker = (job: WorkerJob) => Worker

/** A simulation that needs more has unreasonable sizes; it fails, and the server continues. */
export const WORKER_LIMITS = { maxOldGenerationSizeMb: 512 }

/** The worker of the built server, which lies beside it. */
export const openBuiltWorker: OpenWorker = (job) =>
  new Worker(new URL('./simulation-worker.js', import.meta.url), {
    workerData: job,
    resourceLimits: WORKER_LIMITS,
  })
