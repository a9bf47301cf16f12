import { createDecipheriv } from 'node:crypto'
import { accepted, refused, type Outcome } from '#domain/outcome'
import { isUnder, seal, unseal } from '../secrets/sealed-secret'
import { openingKeys, type SeedKeys } from '../secrets/seed-keys'
import type { RandomBytes } from './trial-secret'

/**
 * Why a stored seed cannot be read: not a text of this vault; a key that is not among those given; or another trial, an
 * altered text.
 */
export type SeedRefusal = 'seed_format_unknown' | 'seed_key_missing' | 'seed_not_authentic'

/**
 * Encrypts a trial's seed (32 bytes) for the database under the vault key (32 bytes, stored elsewhere), bound to the trial's
 * uuid. Out: `v2.` and base64url of the sealed value, each time another text.
 */
export const encryptSeed = (
  vaultKey: Uint8Array,
  trialUuid: string,
  seed: Uint8Array,
  randomBytes: RandomBytes,
): string => `v2.${Buffer.from(seal(vaultKey, purposeOf(trialUuid), seed, randomBytes)).toString('base64url')}`

/** Decrypts a seed that `encryptSeed` encrypted under one of the keys for the same trial uuid. Refused otherwise, never wrong bytes. */
export const decryptSeed = (keys: SeedKeys, trialUuid: string, encrypted: string): Outcome<Uint8Array, SeedRefusal> => {
  const [, first] = FIRST_FORM.exec(encrypted) ?? []
  if (first !== undefined) return decryptFirstForm(keys, trialUuid, Buffer.from(first, 'base64url'))
  const sealed = sealedBytes(encrypted)
  if (sealed === null) return refused('seed_format_unknown')
  const seed = unseal(keys, purposeOf(trialUuid), sealed)
  return seed.ok ? seed : refused(REFUSALS[seed.refusal])
}

/** Whether a stored seed names this key. Seeds of the first format name no key. */
export const isSeedUnder = (key: Uint8Array, encrypted: string): boolean => {
  const sealed = sealedBytes(encrypted)
  return sealed !== null && isUnder(key, sealed)
}

/** 65 bytes: format, key id, nonce, tag and the 32 bytes of a seed. */
const STORED_FORM = /^v2\.([\w-]{87})$/

const sealedBytes = (encrypted: string): Uint8Array | null => {
  const [, text] = STORED_FORM.exec(encrypted) ?? []
  return text === undefined ? null : Buffer.from(text, 'base64url')
}

const REFUSALS = {
  seal_unknown: 'seed_format_unknown',
  seal_key_missing: 'seed_key_missing',
  seal_not_authentic: 'seed_not_authentic',
} as const

const purposeOf = (trialUuid: string): string => `seed|${trialUuid}`

/** 60 bytes without a key id: nonce, tag and the 32 bytes of a seed. */
const FIRST_FORM = /^v1\.([\w-]{80})$/

const decryptFirstForm = (keys: SeedKeys, trialUuid: string, bytes: Uint8Array): Outcome<Uint8Array, SeedRefusal> => {
  for (const key of openingKeys(keys)) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(`RCT-ALLOC-1|seed|v1|${trialUuid}`, 'ascii'))
    decipher.setAuthTag(bytes.subarray(12, 28))
    const seed = decipher.update(bytes.subarray(28))
    try {
      decipher.final()
      return accepted(new Uint8Array(seed))
    } catch {
      // Node's only way to report that the tag does not match; the next key is tried.
    }
  }
  return refused('seed_not_authentic')
}
