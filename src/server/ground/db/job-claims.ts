import { laterByMs } from '../time/clock'
import type { Queries } from './transaction'

type Wanted = {
  name: string
  /** The scheduled time for which the job is claimed. */
  due: string
  now: string
  /** When the claim ends, unless it is renewed. */
  until: string
}

/** What is later than this was written by a clock that went wrong: nothing is done, claimed or put off for so long, in milliseconds. */
const NEVER_AHEAD_MS = 60 * 60_000

/**
 * Claims a job for a scheduled time, where it was not done for that and no claim is valid. Returns the number of the claim, or
 * null. Of several processes only one gets it. A clock that was a year ahead for a moment does not keep the job from being done for a year.
 */
export const claimJob = async (queries: Queries, { name, due, now, until }: Wanted): Promise<number | null> => {
  const wrong = laterByMs(now, NEVER_AHEAD_MS)
  const again = await queries
    .updateTable('jobs')
    .set((job) => ({ claim: job('claim', '+', 1), claimed_until: until, run_started_at: now }))
    .where('name', '=', name)
    .where((job) => job.or([job('done_for', 'is', null), job('done_for', '<', due), job('done_for', '>', wrong)]))
    .where((job) =>
      job.or([job('claimed_until', 'is', null), job('claimed_until', '<=', now), job('claimed_until', '>', wrong)]),
    )
    .returning('claim')
    .executeTakeFirst()
  if (again) return again.claim
  const first = await queries
    .insertInto('jobs')
    .values({ name, claim: 1, claimed_until: until, run_started_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('claim')
    .executeTakeFirst()
  return first?.claim ?? null
}

/** A claim of this process. */
export type JobClaim = { name: string; claim: number }

const claimedJob = (queries: Queries, { name, claim }: JobClaim) =>
  queries.updateTable('jobs').where('name', '=', name).where('claim', '=', claim)

/** Renews a claim. Returns whether it was still one's own: a process that renewed too late has lost it. */
export const keepJobClaim = async (queries: Queries, mine: JobClaim, until: string): Promise<boolean> => {
  const { numUpdatedRows } = await claimedJob(queries, mine).set({ claimed_until: until }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The counts of a check: the checked, the wrong and the unchecked. */
export type CheckCounts = { checked: number; wrong: number; unchecked: number }

type Settled = { ended_at: string } & (
  | { outcome: 'done'; done_for: string; counts: CheckCounts | null }
  | { outcome: 'failed' | 'broken_off'; again_from: string }
)

/**
 * Records how a run ended: done for its time, or to be tried again from an instant on. Does nothing where the claim was lost
 * meanwhile, since its new owner records their own run.
 */
export const settleJob = async (queries: Queries, mine: JobClaim, settled: Settled): Promise<void> => {
  const { outcome, ended_at } = settled
  const job = claimedJob(queries, mine)
  if (settled.outcome === 'done') {
    const { done_for, counts } = settled
    const done = { done_for, done_at: ended_at, claimed_until: null, failures: 0, ...counts }
    await job.set({ ...done, outcome, run_ended_at: ended_at }).execute()
    return
  }
  await job
    .set((row) => ({
      outcome,
      run_ended_at: ended_at,
      claimed_until: settled.again_from,
      ...(outcome === 'failed' && { failures: row('failures', '+', 1) }),
    }))
    .execute()
}

/** The stored state of every job that ever ran. */
export const findJobs = (queries: Queries) => queries.selectFrom('jobs').selectAll().execute()
