import type { Worker } from 'node:worker_threads'
import * as v from 'valibot'
import type { OpenWorker } from './open-worker'
import { workerMessage, type WorkerJob } from './worker-job'

/** The end of the work on a job. */
export type WorkerEnd =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'stopped' }

export type WorkerRun = {
  readonly ended: Promise<WorkerEnd>
  /** Ends the work without a result; finished work stays unchanged. */
  readonly stop: () => void
}

/** Runs a job in a thread of its own; `onProgress` is called with the number of simulated trials now and then. */
export const runInWorker = (openWorker: OpenWorker, job: WorkerJob, onProgress: (done: number) => void): WorkerRun => {
  try {
    return runOf(openWorker(job), onProgress)
  } catch (error) {
    // No thread could be started, for lack of memory or tasks: this job has failed, and the next one may start.
    return { ended: Promise.resolve({ kind: 'failed', error }), stop: () => {} }
  }
}

const runOf = (worker: Worker, onProgress: (done: number) => void): WorkerRun => {
  let isStopped = false
  const ended = new Promise<WorkerEnd>((resolve) => {
    worker.on('message', (message: unknown) => {
      const parsed = v.safeParse(workerMessage, message)
      if (!parsed.success) resolve({ kind: 'failed', error: new Error('The worker sent an unknown message') })
      else if (parsed.output.kind === 'progress') onProgress(parsed.output.done)
      else resolve({ kind: 'answered', answer: parsed.output.answer })
    })
    worker.on('error', (error) => resolve({ kind: 'failed', error }))
    worker.on('exit', (code) =>
      resolve(isStopped ? { kind: 'stopped' } : { kind: 'failed', error: new Error(`The worker ended with ${code}`) }),
    )
  })
  const stop = () => {
    if (isStopped) return
    isStopped = true
    void worker.terminate()
  }
  return { ended, stop }
}
