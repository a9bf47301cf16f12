import * as v from 'valibot'
import { parentPort, workerData } from 'node:worker_threads'
import { performJob } from './perform-job'
import { lowerThreadPriority } from '../../ground/simulation/lower-priority'
import { workerJob, type WorkerMessage } from '../../ground/simulation/worker-job'

/** A worker thread: does the one job with which it is started, and ends. The only effects at import are here. */

/** How often it reports its progress. */
const PROGRESS_MS = 200

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const postToParent = (message: WorkerMessage) => parentPort?.postMessage(message)

lowerThreadPriority()
const job = v.parse(workerJob, workerData)
let reportedAt = performance.now()
const answer = performJob(job, (done) => {
  const now = performance.now()
  if (now - reportedAt < PROGRESS_MS) return
  reportedAt = now
  postToParent({ kind: 'progress', done })
})
postToParent({ kind: 'answer', answer })
