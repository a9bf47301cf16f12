import { trialKeys, type TrialKeys } from '../../ground/ledger/keys'
import { decryptSeed } from '../../ground/ledger/seed-vault'
import type { SeedKeys } from '../../ground/secrets/seed-keys'
import type { TrialRow } from '../../ground/db/trials'

type Sealed = Pick<TrialRow, 'id' | 'trial_uuid' | 'seed_encrypted' | 'nonce_hex'>

/** The draw key and the salt key of a trial. */
export const secretKeysOf = (context: { config: SeedKeys }, trial: Sealed): TrialKeys =>
  trialKeys(seedOf(context, trial), trial.trial_uuid, trial.nonce_hex)

/** The seed of a trial, 32 bytes. An unreadable one is a defect: no draw may happen without it. */
export const seedOf = (context: { config: SeedKeys }, trial: Omit<Sealed, 'nonce_hex'>): Uint8Array => {
  const seed = decryptSeed(context.config, trial.trial_uuid, trial.seed_encrypted)
  if (!seed.ok) throw new Error(`the seed of trial ${trial.id} cannot be read: ${seed.refusal}`)
  return seed.value
}
