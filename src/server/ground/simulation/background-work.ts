import type { Logger } from 'pino'
import type { OpenWorker } from './open-worker'
import type { WorkerJob } from './worker-job'
import { runInWorker, type WorkerEnd } from './worker-run'

/** The work of this process on something that a person waits for. */
export type BackgroundWork = {
  /** Settled, whatever came of it; never rejects. */
  readonly ended: Promise<void>
  /** Says that the work goes on. Where it is not wanted any more, having been cancelled elsewhere, it ends. */
  readonly beat: () => void
  /** Ends it, since it was cancelled. */
  readonly drop: () => void
  /** Ends it, for this process or another to begin again. */
  readonly release: () => void
}

/** How what comes of a job is stored. */
type WorkSteps = {
  /** What is worked on, for the log. */
  readonly of: 'simulation' | 'randomisation test'
  readonly id: number
  readonly job: WorkerJob
  /** Stores how far it has come. Answers whether it is still wanted. */
  readonly noteProgress: (done: number) => Promise<boolean>
  /** Stores what the worker answered. Answers whether it was an answer to this job. */
  readonly storeAnswer: (answer: unknown) => Promise<boolean>
  readonly storeFailure: () => Promise<void>
  /** Stores that it waits again. */
  readonly storeRelease: () => Promise<void>
}

/** Begins the work on what this process has claimed, in a worker thread. */
export const beginWork = (
  { log, openWorker }: { log: Logger; openWorker: OpenWorker },
  { of, id, job, noteProgress, storeAnswer, storeFailure, storeRelease }: WorkSteps,
): BackgroundWork => {
  const progress = { done: 0, isReleased: false }
  let noted: Promise<unknown> = Promise.resolve()

  const note = async (): Promise<void> => {
    try {
      if (!(await noteProgress(progress.done))) run.stop()
    } catch (error) {
      log.error({ error, id }, `the progress of a ${of} could not be saved`)
    }
  }
  const beat = () => {
    noted = Promise.all([noted, note()])
  }

  const settle = async (outcome: WorkerEnd): Promise<void> => {
    if (outcome.kind === 'stopped') return progress.isReleased ? storeRelease() : undefined
    if (outcome.kind === 'answered' && (await storeAnswer(outcome.answer))) return undefined
    log.error({ error: outcome.kind === 'failed' ? outcome.error : 'another answer', id }, `a ${of} failed`)
    return storeFailure()
  }

  const run = runInWorker(openWorker, job, (done) => {
    progress.done = done
    beat()
  })

  const end = async (): Promise<void> => {
    try {
      const ended = await run.ended
      await noted
      await settle(ended)
    } catch (error) {
      log.error({ error, id }, `the result of a ${of} could not be saved`)
    }
  }

  return {
    ended: end(),
    beat,
    drop: run.stop,
    release: () => {
      progress.isReleased = true
      run.stop()
    },
  }
}
