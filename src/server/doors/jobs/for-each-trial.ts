import type { ServerContext } from '../../use-cases/call/server-context'

/**
 * Does a job's work for one trial after another. A trial for which it fails is told in the log and the next one is done; at
 * the end that is thrown, so that the job is tried again. Ends early when the portal stops.
 */
export const forEachTrial = async (
  context: ServerContext,
  trialIds: Iterable<number>,
  work: (trialId: number) => Promise<void>,
): Promise<void> => {
  let failed = 0
  for (const trial_id of trialIds) {
    if (context.is_stopping()) return
    try {
      await work(trial_id)
    } catch (error) {
      failed += 1
      context.log.error({ error, trial_id }, 'a job failed for a trial')
    }
  }
  if (failed > 0) throw new Error(`failed for ${failed} trials`)
}
