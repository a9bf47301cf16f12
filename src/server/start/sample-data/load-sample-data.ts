import type { ServerContext } from '../../use-cases/call/server-context'
import { beginSample } from './begin-sample'
import { completeSample } from './complete-sample'
import { recruitSample } from './recruit-sample'
import { sampleTrials } from './sample-trials'

/**
 * Fills an empty database with the sample: seven people and eight trials, whose participants are randomised by the engine
 * itself. Does nothing where the sample is there or where other people are. Three steps, each of which can be repeated, so
 * that a load that was broken off anywhere is finished by the next start, whichever process makes it: people and trials in
 * one transaction; participants, each under an idempotency key of their own; what became of the trials, in one transaction
 * with the audit entry that says that the sample is whole. `progress` gets a sentence for each step.
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
