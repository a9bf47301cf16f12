import { revealSeed } from '#contract/ledger'
import { aTrial, type BuiltTrial } from './a-trial'
import { ask, posted, valueOf } from './ask'
import type { TestPortal } from './portal'
import { signedInAs } from './sign-in'

/** Reveals the seed of a trial that is over. */
export const reveal = async (world: TestPortal, trialId: number): Promise<void> => {
  const fresh = await signedInAs(world, 'administrator')
  valueOf(await ask(fresh, revealSeed.response, `trials/${trialId}/reveal`, posted({ reason: 'The end' })))
}

/** A trial without participants that is over, with its seed revealed. */
export const revealedTrial = async (world: TestPortal): Promise<BuiltTrial> => {
  const trial = await aTrial(world, { status: 'finished' })
  await reveal(world, trial.trial_id)
  return trial
}
