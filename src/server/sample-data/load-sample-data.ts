import type { Portal } from '../portal'
import { beginSample } from './begin-sample'
import { completeSample } from './complete-sample'
import { recruitSample } from './recruit-sample'
import { sampleTrials } from './sample-trials'

/**
 * Fills an empty database with the sample: seven people and eight trials, whose participants are randomised by the engine
 * itself. Does nothing where the sample is there or where other people are. Three steps, each of which can be repeated, so
 * that a load that was broken off anywhere is finished by the next start, whichever process makes it: people and trials in
 * one transaction; participants, each under an idempotency key of his own; what became of the trials, in one transaction
 * with the audit entry that says that the sample is whole. `progress` gets a sentence for each step.
 */
export const loadSampleData = async (
  portal: Portal,
  progress: (sentence: string) => void = (sentence) => portal.log.info(sentence),
): Promise<void> => {
  const loadedAt = await beginSample(portal)
  if (loadedAt === null) return
  const trials = sampleTrials(loadedAt)
  for (const trial of trials) await recruitSample(portal, trial, progress)
  await completeSample(portal, trials)
}
