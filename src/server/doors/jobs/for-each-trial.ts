import type { ServerContext } from '../../use-cases/call/server-context'

/**
 * Runs a job for one trial after another. An error of one trial is logged and the next one runs; it is thrown at the end, so
 * that the job is tried again. Stops early when the portal stops.
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
