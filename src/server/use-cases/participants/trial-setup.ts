import type { AllocationDesign } from '#domain/randomisation/design'
import type { TrialLabels } from '../../ground/db/participant-pieces'
import type { Queries } from '../../ground/db/transaction'
import { findTrial, type WholeTrial } from '../../ground/db/trials'
import type { ServerContext } from '../call/server-context'
import type { TrialKeys } from '../../ground/ledger/keys'
import { designOf } from '../trials/trial-design'
import { secretKeysOf } from '../trials/secret-keys'

/** The facts for a randomisation in a trial that only a save of its settings can change. */
export type TrialSetup = {
  trial: WholeTrial
  design: AllocationDesign
  keys: TrialKeys
  labels: Omit<TrialLabels, 'former'>
}

/**
 * Setups by trial id, cached by one process, so that not every allocation reads and decrypts data that changes a few
 * times in a trial's life. Each is valid only for the version in its trial's row.
 */
export type TrialSetupCache = Map<number, TrialSetup>

/**
 * Reads the setup of a trial, whose row the transaction has locked, and caches it. Undefined where there is no such
 * trial.
 */
export const setupOf = async (
  context: ServerContext,
  setupCache: TrialSetupCache,
  transaction: Queries,
  trialId: number,
): Promise<TrialSetup | undefined> => {
  const trial = await findTrial(transaction, trialId)
  if (!trial) return undefined
  const design = designOf(trial)
  if (!design.ok) throw new Error(`trial ${trialId} is stored with a design that cannot be run: ${design.refusal.code}`)
  const setup = { trial, design: design.value, keys: secretKeysOf(context, trial), labels: labelsOf(trial) }
  setupCache.set(trialId, setup)
  return setup
}

/** The present names of the records to which the trial's participants refer. */
const labelsOf = (trial: WholeTrial): TrialSetup['labels'] => ({
  groups: new Map(trial.study_groups.map(({ id, name, label }) => [id, { name, label }])),
  sites: new Map(trial.sites.map(({ id, title }) => [id, { id, title }])),
  options: new Map(
    trial.trial_strata.flatMap(({ name, trial_stratum_options }) =>
      trial_stratum_options.map((option) => [option.id, { stratum: name, option: option.name }]),
    ),
  ),
})
