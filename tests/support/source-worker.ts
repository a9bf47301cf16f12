import { Worker } from 'node:worker_threads'
import { WORKER_LIMITS, type OpenWorker } from '../../src/server/ground/simulation/open-worker'

/** The server's worker thread from its source, so that tests need no build. */
export const openSourceWorker: OpenWorker = (job) =>
  new Worker(new URL('run-source-worker.mjs', import.meta.url), { workerData: job, resourceLimits: WORKER_LIMITS })
