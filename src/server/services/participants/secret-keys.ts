import type { Portal } from '../../portal'
import { trialKeys, type TrialKeys } from '../../rct-alloc/keys'
import { decryptSeed } from '../../rct-alloc/seed-vault'
import type { TrialRow } from '../../db/trials'

type Sealed = Pick<TrialRow, 'id' | 'trial_uuid' | 'seed_encrypted' | 'nonce_hex'>

/** The draw key and the salt key of a trial. A seed that cannot be read is a defect: nothing may be drawn without it. */
export const secretKeysOf = (portal: Portal, trial: Sealed): TrialKeys => {
  const seed = decryptSeed(portal.config.seed_key, trial.trial_uuid, trial.seed_encrypted)
  if (!seed.ok) throw new Error(`the seed of trial ${trial.id} cannot be read: ${seed.refusal}`)
  return trialKeys(seed.value, trial.trial_uuid, trial.nonce_hex)
}
