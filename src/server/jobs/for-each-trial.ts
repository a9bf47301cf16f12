import type { Portal } from '../portal'

/**
 * Does a job's work for one trial after another. A trial for which it fails is told in the log and the next one is done; at
 * the end that is thrown, so that the job is tried again. Ends early when the portal stops.
 */
export const forEachTrial = async (
  portal: Portal,
  trialIds: Iterable<number>,
  work: (trialId: number) => Promise<void>,
): Promise<void> => {
  let failed = 0
  for (const trial_id of trialIds) {
    if (portal.is_stopping()) return
    try {
      await work(trial_id)
    } catch (error) {
      failed += 1
      portal.log.error({ error, trial_id }, 'a job failed for a trial')
    }
  }
  if (failed > 0) throw new Error(`failed for ${failed} trials`)
}
