import type { Queries } from './transaction'

type Wanted = {
  name: string
  /** The hour for which the job is to be done. */
  due: string
  now: string
  /** Until when nobody else may take it, unless the claim is kept. */
  until: string
}

/**
 * Takes a job for the hour given, where it was not done for that hour and nobody's claim holds. Answers the number of the
 * claim, or null. However many processes ask at once, one gets it.
 */
export const claimJob = async (queries: Queries, { name, due, now, until }: Wanted): Promise<number | null> => {
  const again = await queries
    .updateTable('jobs')
    .set((job) => ({ claim: job('claim', '+', 1), claimed_until: until }))
    .where('name', '=', name)
    .where((job) => job.or([job('done_for', 'is', null), job('done_for', '<', due)]))
    .where((job) => job.or([job('claimed_until', 'is', null), job('claimed_until', '<=', now)]))
    .returning('claim')
    .executeTakeFirst()
  if (again) return again.claim
  const first = await queries
    .insertInto('jobs')
    .values({ name, claim: 1, claimed_until: until })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('claim')
    .executeTakeFirst()
  return first?.claim ?? null
}

/** A claim that somebody has. */
export type JobClaim = { name: string; claim: number }

const claimedJob = (queries: Queries, { name, claim }: JobClaim) =>
  queries.updateTable('jobs').where('name', '=', name).where('claim', '=', claim)

/** Keeps a claim until later. Answers whether it is still one's own: who was silent too long has lost it. */
export const keepJobClaim = async (queries: Queries, mine: JobClaim, until: string): Promise<boolean> => {
  const { numUpdatedRows } = await claimedJob(queries, mine).set({ claimed_until: until }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * How a run ended: the job is done for its hour, or is to be done again from an instant on. Says nothing where the claim was
 * lost meanwhile: its new owner records how their own run ended.
 */
export const settleJob = async (
  queries: Queries,
  mine: JobClaim,
  end: { done_for: string } | { again_from: string },
): Promise<void> => {
  const settled =
    'done_for' in end ? { done_for: end.done_for, claimed_until: null } : { claimed_until: end.again_from }
  await claimedJob(queries, mine).set(settled).execute()
}
