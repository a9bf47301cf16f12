import type { JobOutcome } from '#domain/service/service-job'
import { laterByMs } from '../../ground/time/clock'
import { claimJob, keepJobClaim, settleJob, type CheckCounts, type JobClaim } from '../../ground/db/job-claims'
import type { ServerContext } from '../../use-cases/call/server-context'
import type { Job } from './job'
import { lastHour } from '../../ground/time/scheduled-hours'

/** How long a claim keeps other processes from a job; a process that still runs it renews the claim long before. */
const CLAIM_MS = 30_000
const RENEWAL_MS = 10_000
/** How long after a failed run it is tried again. */
const AGAIN_MS = 5 * 60_000

/** The outcome of a check: `left` where the job is not due, or another process has it. */
type LookOutcome = 'left' | JobOutcome

/**
 * Runs a job that is due and was not done since, also right after the start: one run makes up for all missed times. Any
 * number of processes may check at once, and one runs it; if it dies, another continues after half a minute. A failed
 * run is logged and tried again after five minutes; an interrupted one by the next process.
 */
export const runIfDue = async (context: ServerContext, job: Job): Promise<LookOutcome> => {
  if (context.is_stopping()) return 'left'
  const { queries } = context.database
  const now = context.now()
  const due = lastHour(job.hours, now)
  const claim = await claimJob(queries, { name: job.name, due, now, until: laterByMs(context.now(), CLAIM_MS) })
  if (claim === null) return 'left'
  const jobClaim = { name: job.name, claim }
  const run = await runClaimed(context, job, jobClaim)
  const ended_at = context.now()
  await settleJob(
    queries,
    jobClaim,
    run.outcome === 'done'
      ? { ...run, ended_at, done_for: due }
      : { ...run, ended_at, again_from: run.outcome === 'failed' ? laterByMs(ended_at, AGAIN_MS) : ended_at },
  )
  return run.outcome
}

type Run = { outcome: 'done'; counts: CheckCounts | null } | { outcome: 'failed' | 'broken_off' }

const runClaimed = async (context: ServerContext, job: Job, jobClaim: JobClaim): Promise<Run> => {
  let isLost = false
  const renew = async () => {
    try {
      if (!(await keepJobClaim(context.database.queries, jobClaim, laterByMs(context.now(), CLAIM_MS)))) isLost = true
    } catch (error) {
      context.log.error({ error, job: job.name }, 'the claim on a job could not be renewed')
    }
  }
  const isOver = () => isLost || context.is_stopping()
  const renewal = setInterval(() => void renew(), RENEWAL_MS)
  try {
    const counts = await job.run({ ...context, is_stopping: isOver })
    return isOver() ? { outcome: 'broken_off' } : { outcome: 'done', counts: counts ?? null }
  } catch (error) {
    context.log.error({ error, job: job.name }, 'a job failed')
    return { outcome: 'failed' }
  } finally {
    clearInterval(renewal)
  }
}
