import { setTimeout } from 'node:timers/promises'
import type { ServerContext } from '../../use-cases/call/server-context'
import { EVERY_JOB } from './every-job'
import type { Job } from './job'
import { runIfDue } from './run-if-due'

/** The jobs of one process, going on beside everything else. */
export type JobRunner = {
  /** Looks at once, and from then on in every round, for jobs that are due. */
  start: () => void
  /** Takes up nothing more, and resolves when what is being done is broken off, or `patience` milliseconds are over. */
  stop: (patience: number) => Promise<void>
}

/** How often it looks. */
const ROUND_MS = 15_000

/** The runner of a process, which does one job beside another, but none beside itself. */
export const createJobRunner = (
  context: ServerContext,
  jobs: readonly Job[] = EVERY_JOB,
  roundMs: number = ROUND_MS,
): JobRunner => {
  const running = new Map<string, Promise<void>>()
  let rounds: NodeJS.Timeout | undefined

  const look = async (job: Job): Promise<void> => {
    try {
      await runIfDue(context, job)
    } catch (error) {
      // Such as a database that is away: the next round looks again.
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
