import { findTrial } from '../../src/server/ground/db/trials'
import { decryptSeed } from '../../src/server/ground/ledger/seed-vault'
import { trialKeys } from '../../src/server/ground/ledger/keys'
import type { TestPortal } from './portal'

/** Every secret of a trial that is as good as its seed, in every form in which it may have been written. */
export const secretTextsOf = async ({ context }: Pick<TestPortal, 'context'>, trialId: number): Promise<string[]> => {
  const trial = await findTrial(context.database.queries, trialId)
  if (!trial) throw new Error(`there is no trial ${trialId}`)
  const seed = decryptSeed(context.config, trial.trial_uuid, trial.seed_encrypted)
  if (!seed.ok) throw new Error(seed.refusal)
  const { drawKey, saltKey } = trialKeys(seed.value, trial.trial_uuid, trial.nonce_hex)
  return [seed.value, drawKey, saltKey].flatMap(written)
}

const written = (secret: Uint8Array): string[] => {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  return [hex, hex.toUpperCase(), bytes.toString('base64').slice(0, 42), bytes.toString('base64url'), bytes.join(',')]
}
