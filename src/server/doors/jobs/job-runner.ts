import { setTimeout } from 'node:timers/promises'
import type { ServerContext } from '../../use-cases/call/server-context'
import type { MayWork } from './clock-agreement'
import { EVERY_JOB } from './every-job'
import type { Job } from './job'
import { runIfDue } from './run-if-due'

/** The jobs of a process, beside its other work. */
export type JobRunner = {
  /** Runs due jobs at once, and then in every round. */
  start: () => void
  /** Begins no more jobs; resolves when running ones have stopped, or `patience` milliseconds are over. */
  stop: (patience: number) => Promise<void>
}

/** The interval of rounds. */
const ROUND_MS = 15_000

/** The job runner of a process: different jobs run at once, one job never twice. */
export const createJobRunner = (
  context: ServerContext,
  jobs: readonly Job[] = EVERY_JOB,
  roundMs: number = ROUND_MS,
  mayWork: MayWork = async () => true,
): JobRunner => {
  const running = new Map<string, Promise<void>>()
  let rounds: NodeJS.Timeout | undefined

  const look = async (job: Job): Promise<void> => {
    try {
      if (await mayWork()) await runIfDue(context, job)
    } catch (error) {
      // Such as a database that is away: the next round tries again.
      context.log.error({ error, job: job.name }, 'due jobs could not be looked up')
    } finally {
      running.delete(job.name)
    }
  }
  const round = () => {
    for (const job of jobs) if (!running.has(job.name)) running.set(job.name, look(job))
  }

  return {
    start: () => {
      round()
      rounds = setInterval(round, roundMs)
    },
    stop: async (patience) => {
      clearInterval(rounds)
      const graceTimer = new AbortController()
      await Promise.race([Promise.all(running.values()), setTimeout(patience, null, graceTimer).catch(() => null)])
      graceTimer.abort()
    },
  }
}
