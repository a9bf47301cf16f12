import type { AllocationDesign } from '#domain/randomisation/design'
import type { Queries } from '../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { ServerContext } from '../call/server-context'
import type { TrialKeys } from '../../ground/ledger/keys'
import { designOf } from '../trials/trial-design'
import { secretKeysOf } from '../trials/secret-keys'

/** What a randomisation needs of a trial that only a save of its settings can change. */
export type TrialSetup = { trial: WholeTrial; design: AllocationDesign; keys: TrialKeys }

/** Setups by trial id, as one process remembers them; each is good only for the version its trial's row shows. */
export type TrialSetupCache = Map<number, TrialSetup>

/**
 * The setup of a trial whose row the transaction holds, from memory where the version is the same. Without it every
 * allocation would read and decrypt again what changes a few times in a trial's life.
 */
export const setupOf = async (
  context: ServerContext,
  setupCache: TrialSetupCache,
  transaction: Queries,
  trialId: number,
  version: number,
): Promise<TrialSetup> => {
  const remembered = setupCache.get(trialId)
  if (remembered?.trial.setup_version === version) return remembered
  const trial = await findTrial(transaction, trialId)
  if (!trial) throw new Error(`trial ${trialId} vanished while its row was held`)
  const design = designOf(trial)
  if (!design.ok) throw new Error(`trial ${trialId} is stored with a design that cannot be run: ${design.refusal.code}`)
  const setup = { trial, design: design.value, keys: secretKeysOf(context, trial) }
  setupCache.set(trialId, setup)
  return setup
}
