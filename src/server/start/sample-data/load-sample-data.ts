import type { ServerContext } from '../../use-cases/call/server-context'
import { beginSample } from './begin-sample'
import { completeSample } from './complete-sample'
import { recruitSample } from './recruit-sample'
import { sampleTrials } from './sample-trials'

/**
 * Fills an empty database with the sample: seven people and eight trials, whose participants are randomised by the
 * engine itself. Does nothing where the sample or other people exist. Three steps, each of which can be repeated, so
 * that the next start of any process completes an interrupted load: people and trials in one transaction; participants,
 * each under an idempotency key of their own; the later events of the trials, in one transaction with the audit entry
 * that marks the sample as complete. `progress` gets a sentence for each step.
 */
export const loadSampleData = async (
  context: ServerContext,
  progress: (sentence: string) => void = (sentence) => context.log.info(sentence),
): Promise<void> => {
  const loadedAt = await beginSample(context)
  if (loadedAt === null) return
  const trials = sampleTrials(loadedAt)
  for (const trial of trials) await recruitSample(context, trial, progress)
  await completeSample(context, trials)
}
